import type { ApiQuery } from '../api/api-query.ts'
import type { FormName } from '../forms/forms.ts'
import type { User } from '../api/user.ts'
import type { Tenant } from '../tenants/schema.ts'

export type LayoutName = 'default' | 'chat' | 'lander' | 'empty'

/** Who a page is for: everyone, members only (visitors go to /login), or visitors only (members go to /members). */
export type Access = 'everyone' | 'member' | 'visitor'

export type Params = Readonly<Record<string, string>>

/** Banners of a member; the rules are in shared/rules/banners.ts. */
export type MemberBanner = 'activation' | 'notifications' | 'photo' | 'push'

/** Places of a member's navigation. */
export type NavPlace = 'members' | 'chats' | 'likes' | 'credits' | 'premium'

/** The endpoint that takes a plain form, and where a success leads; the link of a mail (`useToken`) knows that itself. */
export type PlainForm = { endpoint: Exclude<FormName, 'useToken'>; done: string } | { endpoint: 'useToken' }

/** Everything there is to know of a page but what it looks like. */
export interface Route {
  key: string
  /** `{name}` takes one segment, `{name?}` an optional last one. */
  pattern: string
  /** Values a parameter may take; anything else is not this page. */
  params: Readonly<Record<string, RegExp>>
  layout: LayoutName
  access: Access
  /** Members-area parts (time bonus banner) show on these routes only. */
  membersArea: boolean
  /** Where it stands in a member's navigation. */
  place: NavPlace | null
  /** An installed web app, which has no browser around it, shows a way back here. */
  backButton: boolean
  /** Banners that don't show here. */
  withoutBanners: readonly MemberBanner[]
  /** Message key of the document title. */
  title: string
  /** Texts beside those that every page has: folders of `locales/`. */
  texts: readonly string[]
  /** What the page asks the API to be shown whole. `room`: how many queries it may make beside those of the frame. */
  queries: (params: Params, search: URLSearchParams, room: number) => ApiQuery[]
  /** Flags of the address (`?sent=1`) that change a cached page. */
  flags: readonly string[]
  /** The form that its own address takes without a script. */
  form: PlainForm | null
  /** When a visitor's browser loads React for this page; with a session every page hydrates on load. */
  hydrate: 'none' | 'interaction' | 'load'
  indexing: 'index' | 'noindex'
  /** 'shell': a visitor's page depends on the page key alone and may be kept in memory; 'none': it shows members or depends on the query. */
  cache: 'shell' | 'none'
  /** Whose page waits for the answers, because its status, its head or where it leads depends on them; others get the head at once. */
  waits: 'nobody' | 'visitors' | 'everyone'
  /** Key of the page where a member goes on instead, by what the origin says of them; null: they stay. */
  goesOn: ((user: User, tenant: Pick<Tenant, 'age_assurance'>, search: URLSearchParams) => string | null) | null
  /** Key of the page that takes this one's place by the answers to its queries (null: it's not there). Such a page `waits` for everyone. */
  replacedBy: ((params: Params, answers: readonly (readonly [ApiQuery, unknown])[] | null) => string | null) | null
  /** Key of the page with the same parameters that members get in its place. */
  forMembers: string | null
  /** The address holds a one-time token: no other page may learn where its reader came from. */
  secretAddress: boolean
}
