import { push } from '../../shared/api/push.ts'
import { ECDH } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import {
  type Browser,
  deleteOwnSubscription,
  holdAddress,
  holdSession,
  keepNewest,
  replaceSubscription,
  saveSubscription
} from './store.ts'

/** Maximum of subscribed browsers per member. */
const BROWSERS = 16

export const handlers = implement(push, {
  /** Registers the browser of this session; it is deleted when the session ends. */
  subscribePush: async (context) => {
    const { db, tenant, viewer, sessionHash, now } = context
    const browser = await holdBrowser(context)
    await saveSubscription(db, { session: sessionHash!, member: viewer.id, tenant: tenant.settings.id, browser, now })
    await keepNewest(db, viewer.id, BROWSERS)
    return { subscribed: true }
  },

  /** Called by the browser's service worker when its subscription was replaced, with no page open and without the member's doing. */
  renewPush: async (context) => {
    const { db, tenant, viewer, sessionHash, body } = context
    const browser = await holdBrowser(context)
    const own = { session: sessionHash!, member: viewer.id, tenant: tenant.settings.id }
    return { subscribed: await replaceSubscription(db, { ...own, replaces: body.replaces, browser }) }
  },

  /** Deletes one of the member's browsers; an unknown one changes nothing. */
  unsubscribePush: async ({ db, viewer, body }) => {
    await deleteOwnSubscription(db, viewer.id, body.endpoint)
    return { subscribed: false }
  }
})

/** The browser of the request, which no other request can register until the end of the transaction. */
async function holdBrowser(context: MemberContext<'subscribePush'> | MemberContext<'renewPush'>): Promise<Browser> {
  const { db, deps, viewer, sessionHash, body } = context
  const browser = readBrowser(deps, body.subscription)
  // The session may have ended since the request came in: a log-out in another tab.
  await lockMembers(db, [viewer.id])
  if (!(await holdSession(db, sessionHash!))) throw new HttpError('authentication_required')
  await holdAddress(db, browser.endpoint)
  return browser
}

/** Throws `invalid` for an address that isn't a push service's, and for an unusable key. */
function readBrowser({ push }: Pick<Deps, 'push'>, { endpoint, keys }: { endpoint: string; keys: Omit<Browser, 'endpoint'> }): Browser {
  if (!push.knows(endpoint)) throw invalidField('subscription.endpoint', 'invalid')
  if (!isPoint(keys.p256dh)) throw invalidField('subscription.keys.p256dh', 'invalid')
  return { endpoint, ...keys }
}

/** Nothing can be encrypted with 65 bytes that aren't a point on the curve. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
