import type { LayoutName, Params, Route } from './route.ts'
import { ROUTES } from './table.ts'

export interface RouteMatch {
  route: Route
  params: Params
}

interface Compiled {
  route: Route
  regexp: RegExp
  names: string[]
}

function compile(route: Route): Compiled {
  const names: string[] = []
  const source = route.pattern.replace(/\/\{(\w+)(\?)?\}/g, (_, name: string, optional: string | undefined) => {
    names.push(name)
    return optional ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  return { route, regexp: new RegExp(`^${source}$`), names }
}

const compiled = ROUTES.map(compile)

const byKey = new Map(ROUTES.map((route) => [route.key, route]))

/**
 * The route of a path, or null: unknown, a malformed parameter, or a bad percent escape. A path matches exactly; there is no trailing-slash variant.
 */
export function matchRoute(pathname: string): RouteMatch | null {
  for (const { route, regexp, names } of compiled) {
    const found = regexp.exec(pathname)
    if (!found) continue
    const params = readParams(route, names, found)
    if (params) return { route, params }
  }
  return null
}

function readParams(route: Route, names: string[], found: RegExpExecArray): Params | null {
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const raw = found[index + 1]
    if (raw === undefined) continue
    let value: string
    try {
      value = decodeURIComponent(raw)
    } catch {
      return null
    }
    const form = route.params[name]
    if (form && !form.test(value)) return null
    params[name] = value
  }
  return params
}

/** The route of this key, if there is one. */
export function routeOf(key: string): Route | undefined {
  return byKey.get(key)
}

/** The facts that decide which pages a brand has. */
export interface Offering {
  sells: boolean
  /** It has closed for good, or for a while. */
  closed: boolean
}

/** The page of a path, if a brand has it. */
export function matchPage(pathname: string, brand: Offering): RouteMatch | null {
  const match = matchRoute(pathname)
  return match && isOffered(match.route.key, { ...brand, sells: brand.sells || match.route.afterSelling }) ? match : null
}

/** Is this page a part of what a brand offers, so that it is linked to? Some are only for brands that sell credits, few for one that has closed. */
export function isOffered(key: string, { sells, closed }: Offering): boolean {
  const route = byKey.get(key)
  return route !== undefined && (sells || !route.sold) && (route.whileClosed || !closed)
}

/**
 * The path of a route: `href('members-id', { id })` → `/members/…`. Query values that are undefined are left out.
 * Throws for a key without a page and when a required parameter is missing.
 */
export function href(key: string, params: Params = {}, query?: Record<string, string | number | undefined>): string {
  const route = routeOf(key)
  if (!route) throw new Error(`No page has the key "${key}"`)
  const path = pathOf(route, params)
  if (!query) return path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

function pathOf({ key, pattern }: Route, params: Params): string {
  if (!pattern.includes('{')) return pattern
  return pattern.replace(/\/\{(\w+)(\?)?\}/g, (_, name: string, optional: string | undefined) => {
    const value = params[name]
    if (value !== undefined) return `/${encodeURIComponent(value)}`
    if (optional) return ''
    throw new Error(`href('${key}') needs the parameter "${name}"`)
  })
}

const LAYOUTS: readonly string[] = ['default', 'chat', 'lander', 'empty'] satisfies LayoutName[]

/** The layout of that name; an unknown name falls back to the default layout (docs/requirements.tsv). */
export function layoutOf(name: string): LayoutName {
  return LAYOUTS.includes(name) ? (name as LayoutName) : 'default'
}

/** A path of our own host with its query, encoded for a header; null for anything that could point to another host. */
export function ownPath(next: string | null | undefined): string | null {
  if (!next || !/^\/(?![/\\])[^\s\\]*$/.test(next) || next.length > 512) return null
  const url = new URL(next, 'http://own.invalid')
  // Two leading slashes mean another host; `/.//` only turns into that here.
  return url.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search : null
}

/**
 * Where a member is redirected after logging in: a page of our own host that the brand has, never another origin. Anything else is /members, or the
 * settings of a closed brand.
 */
export function safeNext(next: string | null | undefined, brand: Offering): string {
  const path = ownPath(next)
  return path && matchPage(path.split('?')[0]!, brand) ? path : href(brand.closed ? 'settings' : 'members')
}
