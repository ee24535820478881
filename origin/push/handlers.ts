import { ECDH } from 'node:crypto'
import { fieldError } from '../../shared/api/errors.ts'
import type { Handler } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { lockMembers } from '../members/lock-members.ts'
import { deleteOwnSubscription, holdSession, keepNewest, saveSubscription } from './store.ts'

/** Browsers a member is pushed to at most. */
const BROWSERS = 16

/** Registers the browser of this session; it is forgotten when the session ends. */
export const subscribePush: Handler<'subscribePush'> = async ({ db, deps, tenant, viewer, sessionHash, body, now }) => {
  const { endpoint, keys } = body.subscription
  if (!deps.push.knows(endpoint)) throw refused('subscription.endpoint')
  if (!isPoint(keys.p256dh)) throw refused('subscription.keys.p256dh')
  // It may have ended since the request came: a log-out in another tab.
  await lockMembers(db, [viewer.id])
  if (!(await holdSession(db, sessionHash!))) throw new Refusal('authentication_required')
  await saveSubscription(db, { session: sessionHash!, member: viewer.id, tenant: tenant.settings.id, browser: { endpoint, ...keys }, now })
  await keepNewest(db, viewer.id, BROWSERS)
  return { subscribed: true }
}

/** Forgets one of the member's browsers; one that is not there changes nothing. */
export const unsubscribePush: Handler<'unsubscribePush'> = async ({ db, viewer, body }) => {
  await deleteOwnSubscription(db, viewer.id, body.endpoint)
  return { subscribed: false }
}

function refused(field: string): Refusal {
  return new Refusal('invalid', { fields: [fieldError(field, 'invalid')] })
}

/** Nothing can be encrypted for 65 bytes that are no point of the curve. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
