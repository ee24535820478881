import { ROUTES } from '../routes/table.ts'
import type { Route } from '../routes/route.ts'
import { addressesOf } from './hreflang.ts'
import type { Tenant } from './schema.ts'

/** Paths that are useless to crawlers, in addition to the members' pages. */
const NOT_PAGES = ['/api/', '/activate/', '/reset-password', '/mail-change/']

/** Paths of the pages that search engines may list; never one that shows members. */
export function listedPaths(): string[] {
  return ROUTES.filter(({ indexing, access }) => indexing === 'index' && access !== 'member').map(listedPath)
}

/** The path of a listed page, without optional parameters. */
export function listedPath({ pattern }: Pick<Route, 'pattern'>): string {
  return pattern.replace(/\/\{\w+\?\}$/, '')
}

/** Pages that search engines may list, in every language of the tenant's countries; none before the brand is live. */
export function listedUrls(tenant: Tenant): string[] {
  if (tenant.status !== 'live') return []
  return listedPaths().flatMap((path) => addressesOf(tenant, path).map(({ url }) => url))
}

/** What `/robots.txt` disallows: members' pages by the shortest path that covers them, API calls and mailed links. */
export function disallowedPaths(): string[] {
  const own = ROUTES.filter(({ access }) => access === 'member').map(({ pattern }) => listedPath({ pattern }).replaceAll(/\{\w+\}/g, '*'))
  const all = [...new Set([...NOT_PAGES, ...own])]
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)))
}
