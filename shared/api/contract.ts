import type { Endpoint } from './endpoint.ts'
import { account } from './account.ts'
import { chatPhotos } from './chat-photos.ts'
import { chats } from './chats.ts'
import { complaints } from './complaints.ts'
import { completion } from './completion.ts'
import { eventStream } from './event-stream.ts'
import { credits } from './credits.ts'
import { directdebit } from './directdebit.ts'
import { discounts } from './discounts.ts'
import { dataExport } from './export.ts'
import { geo } from './geo.ts'
import { gifts } from './gifts.ts'
import { home } from './home.ts'
import { likes } from './likes.ts'
import { limits } from './limits.ts'
import { links } from './links.ts'
import { appeals } from './appeals.ts'
import { mailChange } from './mail-change.ts'
import { matchFinder } from './match-finder.ts'
import { members } from './members.ts'
import { notifications } from './notifications.ts'
import { openapi } from './openapi.ts'
import { passwords } from './passwords.ts'
import { payments } from './payments.ts'
import { photos } from './photos.ts'
import { profile } from './profile.ts'
import { push } from './push.ts'
import { reports } from './reports.ts'
import { safety } from './safety.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { signup } from './signup.ts'
import { swipe } from './swipe.ts'
import { transparency } from './transparency.ts'
import { user } from './user.ts'
import { visits } from './visits.ts'
import { withdrawals } from './withdrawals.ts'

/** Every operation of the API by name. */
export const CONTRACT = {
  ...account,
  ...appeals,
  ...chatPhotos,
  ...chats,
  ...complaints,
  ...completion,
  ...credits,
  ...eventStream,
  ...dataExport,
  ...directdebit,
  ...discounts,
  ...geo,
  ...gifts,
  ...home,
  ...likes,
  ...limits,
  ...links,
  ...mailChange,
  ...matchFinder,
  ...members,
  ...notifications,
  ...openapi,
  ...passwords,
  ...payments,
  ...photos,
  ...profile,
  ...push,
  ...reports,
  ...safety,
  ...search,
  ...sessions,
  ...settings,
  ...signup,
  ...swipe,
  ...transparency,
  ...user,
  ...visits,
  ...withdrawals
} as const

export type Contract = typeof CONTRACT
export type EndpointName = keyof Contract

export const ENDPOINTS: readonly Endpoint[] = Object.values(CONTRACT)

/** The endpoint of a method among those of one path: the one selected by a query parameter, otherwise the one that needs none. */
export function pickEndpoint(endpoints: readonly Endpoint[], method: string, query: URLSearchParams): Endpoint | undefined {
  const candidates = endpoints.filter((endpoint) => endpoint.method === method)
  return candidates.find(({ when }) => when !== '' && query.has(when)) ?? candidates.find(({ when }) => when === '')
}

/** The header `allow` of a path with these endpoints: HEAD is treated as GET. */
export function allowOf(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.filter(({ when }) => when === '').map(({ method }) => method as string)
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort().join(', ')
}

/** Endpoints at a path; empty when the path is not part of the API. */
export function endpointsAt(path: string): readonly Endpoint[] {
  return byPath.get(path) ?? []
}

const byPath = Map.groupBy(ENDPOINTS, (endpoint) => endpoint.path as string)
