import { buildPushPayload } from '@block65/webcrypto-web-push'
import { allUnseen, MAILED_KINDS, NEWS, type PushKind } from '../../shared/rules/news.ts'
import { isGone, isPaused } from '../../shared/tenants/offering.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import { selectCounters, WHAT_IS_NEW } from '../digests/what-is-new.ts'
import { mailTranslator } from '../mails/messages.ts'
import { createDelivery, PATIENCE, type Outcome } from '../outbox/channel.ts'
import type { Letter } from '../outbox/store.ts'
import type { PushAnswer } from '../providers/push.ts'
import { writeNote } from './push-note.ts'
import { deleteSubscription, selectReader } from './store.ts'
import { vapidKeysOf } from './vapid-keys.ts'

/** A push in the outbox; its text is written when it is sent. */
interface PushMessage {
  kind: PushKind
  path: string
}

type Note = Letter<PushMessage>
type Reader = NonNullable<Awaited<ReturnType<typeof selectReader>>>

/** A push that is a day old is useless: neither we nor the push service keep it for longer. In seconds. */
const TTL = PATIENCE / 1000
/** How long to wait before checking again whether a paused brand is back, in ms. */
const LOOK_AGAIN = 15 * 60_000

/** Sends what is due: at once (`sendPushes`), or soon and in the background (`wakePusher`). */
export const {
  run: sendPushes,
  wake: wakePusher,
  idle: pusherIdle
} = createDelivery<PushMessage>({
  name: 'push',
  // Push services are remote, and one may hang.
  atOnce: 8,
  deliver,
  keep: (_, message, ended) => (ended === 'dead' ? { kind: message.kind } : null)
})

async function deliver(deps: Deps, note: Note): Promise<Outcome> {
  const reader = await selectReader(deps.db, note.subscription_id!)
  const badge = reader ? await badgeOf(deps, reader, note) : null
  if (!reader || badge === null) return { is: 'obsolete' }
  const { settings } = deps.tenants.byId(reader.tenant)!
  if (isPaused(settings)) return { is: 'not taken', reason: 'the brand is paused', until: new Date(deps.now().getTime() + LOOK_AGAIN) }
  const { status, retryAfter } = await handOver(deps, reader, note, badge)
  if (status >= 200 && status < 300) return { is: 'delivered' }
  // The browser is gone: its pushes are deleted with it.
  if (status === 404 || status === 410) {
    await deleteSubscription(deps.db, note.subscription_id!)
    return { is: 'obsolete' }
  }
  const reason = `the push service answers ${status}`
  if (status !== 429 && status < 500) return { is: 'refused', reason }
  return { is: 'not taken', reason, until: retryAfter === null ? null : new Date(deps.now().getTime() + retryAfter * 1000) }
}

/**
 * The number on the app's icon, or null if there is nothing to push: the member has been here since, has read it elsewhere, has turned this kind off,
 * or can no longer see the member who caused it, or the brand has closed.
 */
async function badgeOf(deps: Deps, reader: Reader, { message: { kind }, created_at: since }: Note): Promise<number | null> {
  const { db, tenants } = deps
  const tenant = tenants.byId(reader.tenant)
  if (!tenant || isGone(tenant.settings) || reader.push_off.includes(kind)) return null
  if (reader.last_seen_at > since || deps.now().getTime() - since.getTime() >= TTL * 1000) return null
  const scope = { db, deps, tenant, pool: poolOf(tenant.settings), viewer: reader }
  const news = MAILED_KINDS.find((mailed) => (NEWS[mailed].pushes as readonly PushKind[]).includes(kind))
  const counters = await selectCounters(scope)
  if (!news || counters[NEWS[news].counter] === 0) return null
  // The counters include what is unread from someone who has left or blocked the reader since, and older things: that isn't news.
  const { count } = await WHAT_IS_NEW[news].since(scope, reader.last_seen_at)
  return count > 0 ? allUnseen(counters) : null
}

async function handOver(deps: Deps, reader: Reader, { message: { kind, path } }: Note, badge: number): Promise<PushAnswer> {
  const { settings } = deps.tenants.byId(reader.tenant)!
  const { endpoint, p256dh, auth } = reader
  const note = writeNote(mailTranslator(reader.language), { sender: settings.mail_name, kind, path, badge })
  const { headers, body } = await buildPushPayload(
    { data: { ...note }, options: { ttl: TTL, topic: kind, urgency: 'normal' } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject: `mailto:${settings.support_email}`, ...(await vapidKeysOf(deps, settings.id)) }
  )
  return await deps.push.send({ endpoint, headers, body })
}
