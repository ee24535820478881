import type { EndpointName } from '../../shared/api/contract.ts'
import { handlers as accounts } from '../accounts/handlers.ts'
import { handlers as appeals } from '../appeals/handlers.ts'
import { handlers as chatPhotos } from '../chat-photos/handlers.ts'
import { handlers as chats } from '../chats/handlers.ts'
import { handlers as complaints } from '../complaints/handlers.ts'
import { handlers as credits } from '../credits/handlers.ts'
import { handlers as directdebit } from '../directdebit/handlers.ts'
import { handlers as discounts } from '../discounts/handlers.ts'
import { handlers as events } from '../events/handlers.ts'
import { handlers as dataExport } from '../export/handlers.ts'
import { handlers as geo } from '../geo/handlers.ts'
import { handlers as gifts } from '../gifts/handlers.ts'
import { handlers as home } from '../home/handlers.ts'
import { handlers as likes } from '../likes/handlers.ts'
import { handlers as limits } from '../limits/handlers.ts'
import { handlers as matchFinder } from '../match-finder/handlers.ts'
import { handlers as members } from '../members/handlers.ts'
import { handlers as notifications } from '../notifications/handlers.ts'
import { handlers as openapi } from '../openapi/handlers.ts'
import { handlers as payments } from '../payments/handlers.ts'
import { handlers as photos } from '../photos/handlers.ts'
import { handlers as profile } from '../profile/handlers.ts'
import { handlers as push } from '../push/handlers.ts'
import { handlers as reports } from '../reports/handlers.ts'
import { handlers as safety } from '../safety/handlers.ts'
import { handlers as search } from '../search/handlers.ts'
import { handlers as settings } from '../settings/handlers.ts'
import { handlers as swipe } from '../swipe/handlers.ts'
import { handlers as transparency } from '../transparency/handlers.ts'
import { handlers as visits } from '../visits/handlers.ts'
import { handlers as withdrawals } from '../withdrawals/handlers.ts'
import type { AnyAtOnceHandler, AnyHandler, AnyPreparedHandler, Handlers, StreamHandler } from './handler.ts'

/** The handler of each endpoint of the contract; a missing one is a type error. */
export const HANDLERS: Handlers<EndpointName> = {
  ...accounts,
  ...appeals,
  ...chatPhotos,
  ...chats,
  ...complaints,
  ...credits,
  ...directdebit,
  ...discounts,
  ...events,
  ...dataExport,
  ...geo,
  ...gifts,
  ...home,
  ...likes,
  ...limits,
  ...matchFinder,
  ...members,
  ...notifications,
  ...openapi,
  ...payments,
  ...photos,
  ...profile,
  ...push,
  ...reports,
  ...safety,
  ...search,
  ...settings,
  ...swipe,
  ...transparency,
  ...visits,
  ...withdrawals
}

const byName = HANDLERS as unknown as Readonly<Record<string, unknown>>

/** The handler of an endpoint. */
export function handlerOf(name: string): AnyHandler | AnyPreparedHandler | AnyAtOnceHandler {
  return byName[name] as ReturnType<typeof handlerOf>
}

/** The same for an endpoint whose answer isn't JSON. */
export function streamerOf(name: string): StreamHandler {
  return byName[name] as StreamHandler
}
