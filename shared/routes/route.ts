import type { ApiQuery } from '../api/api-query.ts'
import type { FormName } from '../forms/forms.ts'
import type { User } from '../api/user.ts'
import type { Tenant } from '../tenants/schema.ts'
import type { SearchedBrand } from './search-query.ts'

export type LayoutName = 'default' | 'chat' | 'lander' | 'empty'

/** Who a page is for: everyone, members only (visitors go to /login), or visitors only (members go to /members). */
export type Access = 'everyone' | 'member' | 'visitor'

export type Params = Readonly<Record<string, string>>

/** Banners of a member; the rules are in shared/rules/banners.ts. */
export type MemberBanner = 'activation' | 'notifications' | 'photo' | 'push'

/** Places of a member's navigation. */
export type NavPlace = 'members' | 'chats' | 'likes' | 'credits' | 'premium'

/**
 * The endpoint that takes a plain form (`also`: further forms on the page name their own in `FORM_FIELD`), and where to redirect on success (for an
 * order: its own page below that); a mailed link (`useToken`) decides that itself.
 */
export type PlainForm = (OneForm & { also?: readonly OneForm[] }) | { endpoint: 'useToken' }
type OneForm = { endpoint: Exclude<FormName, 'useToken'>; done: string }

/** Everything about a page except what it looks like. */
export interface Route {
  key: string
  /** `{name}` takes one segment, `{name?}` an optional last one. */
  pattern: string
  /** Values a parameter may take; anything else doesn't match. */
  params: Readonly<Record<string, RegExp>>
  layout: LayoutName
  access: Access
  /** Only for brands that sell credits: others don't have this page, or, with `afterSelling`, don't link to it. */
  sold: boolean
  /** Where nothing is sold (any more), it still answers at its address: for what was bought before. */
  afterSelling: boolean
  /** Stays open on a closed brand; every other address answers 410 (`gone`) or 503 (`paused`) there. */
  whileClosed: boolean
  /** Members-area parts (time bonus banner) show on these routes only. */
  membersArea: boolean
  /** Its item in a member's navigation. */
  place: NavPlace | null
  /** An installed web app, which has no browser controls, shows a back button here. */
  backButton: boolean
  /** Banners that don't show here. */
  withoutBanners: readonly MemberBanner[]
  /** Message key of the document title. */
  title: (params: Params) => string
  /** Texts in addition to those that every page has: folders of `locales/`. */
  texts: readonly string[]
  /** The API queries of the complete page. `room`: how many it may make in addition to those of the frame; `visited`: the brand, for visitors; null for members. */
  queries: (params: Params, search: URLSearchParams, room: number, visited: SearchedBrand | null) => ApiQuery[]
  /** Flags of the address (`?sent=1`) that change a cached page. */
  flags: readonly string[]
  /** The form that its own address accepts without a script. */
  form: PlainForm | null
  /**
   * When a visitor's browser loads React for this page: 'press' only for controls that need it (`data-needs-app`, buttons), 'interaction' as soon as
   * the page is touched. One that the edge couldn't fill is hydrated at once; with a session every page is, on load.
   */
  hydrate: 'none' | 'press' | 'interaction'
  indexing: 'index' | 'noindex'
  /** 'shell': a visitor's page depends only on the page key and may be cached in memory; 'none': it shows members or depends on the query. */
  cache: 'shell' | 'none'
  /** Who has to wait for the answers, because status, head or a redirect depend on them; others get the head at once. */
  waits: 'nobody' | 'visitors' | 'everyone'
  /** Key of the page that a member is redirected to, depending on their data; null: they stay. */
  goesOn: ((user: User, tenant: Pick<Tenant, 'age_assurance'>, search: URLSearchParams) => string | null) | null
  /** Key of the page that replaces this one, depending on the answers to its queries (null: not found). Such a page `waits` for everyone. */
  replacedBy: ((params: Params, answers: readonly (readonly [ApiQuery, unknown])[] | null) => string | null) | null
  /** Does the page not exist, going by the answers to its queries? Such a page `waits`. */
  isMissing: ((answers: readonly (readonly [ApiQuery, unknown])[]) => boolean) | null
  /** The query a member is redirected to if the address has none: `missing` says whether it lacks one, `of` returns the member's own. */
  memberQuery: { missing: (search: URLSearchParams) => boolean; of: (user: User) => Readonly<Record<string, string>> } | null
  /** Key of the page with the same parameters that members get instead. */
  forMembers: string | null
  /** The address holds a one-time token: no other page may get it as a referrer. */
  secretAddress: boolean
}
