import type { Route } from '../../shared/routes/route.ts'

/** The values that a parameter may take, if its form lists them: `^(a|b)$`. */
export function listedValues(form: RegExp | undefined): string[] | null {
  return /^\^\((\w+(?:\|\w+)*)\)\$$/.exec(form?.source ?? '')?.[1]?.split('|') ?? null
}

/**
 * The patterns of a route's addresses that look different: with each listed value of a parameter, and with and without a last one that is optional.
 * Ids are still to be filled in. A campaign's slug changes nothing visible.
 */
export function patternsOf({ pattern, params }: Pick<Route, 'pattern' | 'params'>): string[] {
  return [...pattern.matchAll(/\/\{(\w+)(\?)?\}/g)].reduce(
    (patterns, [part, name, optional]) => {
      const given = name === 'slug' ? [] : (listedValues(params[name!]) ?? [`{${name}}`]).map((value) => `/${value}`)
      return patterns.flatMap((one) => (optional ? ['', ...given] : given).map((value) => one.replace(part, () => value)))
    },
    [pattern]
  )
}
