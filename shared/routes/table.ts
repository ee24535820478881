import { LANDERS } from './landers.ts'

export type LayoutName = 'default' | 'chat' | 'lander' | 'empty'

/** Who a page is for: everybody, members only (visitors go to /login), or visitors only (members go to /members). */
export type Access = 'everyone' | 'member' | 'visitor'

export interface Route {
  key: string
  /** `{name}` takes one segment, `{name?}` an optional last one. */
  pattern: string
  layout: LayoutName
  access: Access
  /** Members-area parts (time bonus banner) show on these routes only. */
  membersArea: boolean
  /** Message key of the document title. */
  title: string
  /** When a visitor's browser loads React for this page; with a session every page hydrates on load. */
  hydrate: 'none' | 'interaction' | 'load'
  indexing: 'index' | 'noindex'
  /** 'shell': a visitor's page depends on the page key alone and may be kept in memory; 'none': it shows members or depends on the query. */
  cache: 'shell' | 'none'
  /** The address holds a one-time token: no other page is told where its reader came from. */
  secretAddress?: boolean
  /** Values a parameter may take; anything else is not this page. */
  params?: Record<string, RegExp>
}

type Options = Partial<Omit<Route, 'key' | 'pattern'>>

/** Public ids: 22 url-safe characters (128 random bits). */
const ID = /^[A-Za-z0-9_-]{22}$/
/** Free marketing text of a campaign. */
const SLUG = /^[a-z0-9-]{1,64}$/

function page(key: string, pattern: string, options: Options = {}): Route {
  const access = options.access ?? 'everyone'
  return {
    key,
    pattern,
    layout: 'default',
    access,
    membersArea: false,
    title: `${key}.title`,
    hydrate: access === 'everyone' ? 'interaction' : 'load',
    indexing: 'noindex',
    cache: access === 'member' ? 'none' : 'shell',
    ...options
  }
}

const member = (key: string, pattern: string, options: Options = {}) => page(key, pattern, { access: 'member', ...options })
const legal = (name: string) => page(`pages-${name}`, `/pages/${name}`, { hydrate: 'none', indexing: 'index' })
const lander = (name: string) =>
  page(`landers-${name}`, name === 'tinderswipe' ? `/landers/${name}` : `/landers/${name}/{slug?}`, {
    layout: 'lander',
    hydrate: 'none',
    indexing: 'index',
    params: { slug: SLUG }
  })

/** Every page of the product, in matching order: literal paths stand before the ones with parameters. */
export const ROUTES: readonly Route[] = [
  page('index', '/', { indexing: 'index' }),
  page('login', '/login', { access: 'visitor', hydrate: 'interaction' }),
  page('signup', '/signup', {
    access: 'visitor',
    layout: 'empty',
    hydrate: 'interaction',
    indexing: 'index'
  }),
  member('signup-matches', '/signup-matches'),
  member('complete-signup', '/complete-signup', { layout: 'empty' }),
  page('account-deleted', '/account-deleted'),
  page('activate-done', '/activate/done', { cache: 'none' }),
  page('activate-error', '/activate/error'),
  page('reset-password', '/reset-password'),
  page('reset-password-do', '/reset-password/do', {
    cache: 'none',
    hydrate: 'load',
    secretAddress: true
  }),
  page('mail-change-do', '/mail-change/do'),
  member('chats', '/chats', { membersArea: true }),
  member('chats-id', '/chats/{id}', { layout: 'chat', params: { id: ID } }),
  member('likes', '/likes', { membersArea: true }),
  member('likes-m-id', '/likes/m/{id}', { membersArea: true, params: { id: ID } }),
  member('likes-type', '/likes/{type}', { params: { type: /^(received|given|matches)$/ } }),
  page('members', '/members', { membersArea: true, cache: 'none', hydrate: 'load' }),
  page('members-id', '/members/{id}', { membersArea: true, cache: 'none', hydrate: 'load', params: { id: ID } }),
  member('members-id-chat', '/members/{id}/chat', { layout: 'chat', params: { id: ID } }),
  page('members-id-landing', '/members/{id}/landing', { layout: 'lander', cache: 'none', params: { id: ID } }),
  page('members-id-signup', '/members/{id}/signup', {
    layout: 'lander',
    cache: 'none',
    params: { id: ID }
  }),
  page('members-id-landing2', '/members/{id}/landing2/{slug?}', { layout: 'lander', cache: 'none', params: { id: ID, slug: SLUG } }),
  page('members-id-landing3', '/members/{id}/landing3/{slug?}', { layout: 'lander', cache: 'none', params: { id: ID, slug: SLUG } }),
  member('match-finder', '/match-finder'),
  member('profile', '/profile'),
  member('notifications', '/notifications'),
  member('settings', '/settings'),
  member('premium', '/premium', { membersArea: true }),
  page('pricing', '/pricing', { indexing: 'index' }),
  member('credits', '/credits'),
  member('credits-repeat-order', '/credits/repeat-order'),
  member('credits-id-paymentmethod', '/credits/{id}/{paymentmethod?}', {
    params: { id: /^[A-Za-z0-9_-]{1,64}$/, paymentmethod: /^[a-z0-9_-]{1,32}$/ }
  }),
  member('directdebit', '/directdebit'),
  member('transactions-id', '/transactions/{id?}', { params: { id: ID } }),
  member('swipe-game', '/swipe-game'),
  page('lang-config', '/lang-config', { hydrate: 'none' }),
  page('complaints', '/complaints', { hydrate: 'none' }),
  ...['ban', 'cookies', 'faq', 'privacy', 'return-policy', 'service', 'terms'].map(legal),
  ...LANDERS.map(lander),
  page('token', '/{token}', {
    cache: 'none',
    hydrate: 'load',
    secretAddress: true,
    params: { token: /^[A-Za-z0-9_-]{32,}$/ }
  })
]

/**
 * Routes of the specification whose page is not built yet: they answer 404 like any unknown path.
 * `tests/architecture` fails when a route neither has a page nor stands here; `docs/ARCHITECTURE.md` names the same ones.
 */
export const UNBUILT: ReadonlySet<string> = new Set([
  'likes-m-id',
  'members-id-landing',
  'members-id-landing2',
  'members-id-landing3',
  'match-finder',
  'premium',
  'pricing',
  'credits',
  'credits-repeat-order',
  'credits-id-paymentmethod',
  'directdebit',
  'transactions-id',
  'swipe-game',
  'pages-ban',
  'pages-cookies',
  'pages-privacy',
  'pages-return-policy',
  'pages-service',
  ...LANDERS.filter((name) => name !== 'gallery').map((name) => `landers-${name}`)
])
