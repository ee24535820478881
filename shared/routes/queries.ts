import type { EntryName } from '../api/contract.ts'
import type { Params } from './match.ts'

/** One question to the API: edge and browser ask it with the same key, so an answer in the page is found again. */
export interface Question {
  entry: EntryName
  query: Record<string, string>
  /** The page stands without the answer: "not there" is its own to tell. */
  optional?: true
}

const ask = (entry: EntryName, query: Record<string, string> = {}): Question => ({ entry, query })

/** Filters of the member search as they stand in the address, in one order, empty ones left out. */
export const SEARCH_PARAMS = ['gender', 'country', 'countryregion', 'min_age', 'max_age'] as const

export function searchQuery(search: URLSearchParams, page = 1): Record<string, string> {
  const query: Record<string, string> = {}
  for (const name of SEARCH_PARAMS) {
    const value = search.get(name)
    if (value) query[name] = value
  }
  query.page = String(page)
  return query
}

/** What the navigation of a member shows on every page: who, unread messages, new likes. */
export const MEMBER_QUESTIONS: readonly Question[] = [ask('getUser'), ask('listChats'), ask('listLikes')]

/** Most questions one page may ask at once: a worker may hold six connections. */
const AT_ONCE = 5

/** Pages of results that one address can hold; who wants more narrows the search. */
export const MOST_PAGES = 50

/** How many pages of results an address asks for: `?page=3` shows the first three. */
export function searchPages(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST_PAGES) : 1
}

/** What both addresses of the settings page ask. */
const SETTINGS: Question[] = [ask('getNotifications'), ask('getProfile')]

/** `room`: how many questions the page may ask. */
const PAGES: Record<string, (params: Params, search: URLSearchParams, room: number) => Question[]> = {
  members: (_, search, room) =>
    Array.from({ length: Math.min(searchPages(search), room) }, (_page, index) => ask('searchMembers', searchQuery(search, index + 1))),
  'members-id': (params) => [ask('getMember', { id: params.id! })],
  'members-id-chat': (params) => [ask('getChat', { member: params.id! })],
  'chats-id': (params) => [ask('getChat', { conversation: params.id! })],
  profile: () => [ask('getProfile'), ask('listInterests')],
  settings: () => SETTINGS,
  notifications: () => SETTINGS,
  'members-id-signup': (params) => [ask('getMember', { id: params.id! })],
  'complete-signup': () => [ask('listInterests'), ask('listPhotos')],
  'signup-matches': () => [ask('getSignupMatches')],
  token: (params) => [ask('getToken', { token: params.token! })],
  'reset-password-do': (_, search) => (search.get('token') ? [{ ...ask('getToken', { token: search.get('token')! }), optional: true }] : [])
}

/** Everything a page needs to be shown whole, asked at once by the edge and read from the page by the browser. */
export function routeQueries(key: string, params: Params, search: URLSearchParams, member: boolean): Question[] {
  const own = member ? MEMBER_QUESTIONS : []
  return [...own, ...(PAGES[key]?.(params, search, AT_ONCE - own.length) ?? [])]
}
