import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Selectable } from 'kysely'
import { poolOf } from '../../shared/tenants/schema.ts'
import { countList } from '../chats/store.ts'
import type { PushNotesTable } from '../db/tables/push.ts'
import type { Deps } from '../deps.ts'
import { createWaker } from '../jobs/waker.ts'
import { countLikes } from '../likes/store.ts'
import { mailTranslator } from '../mails/messages.ts'
import type { PushAnswer } from '../providers/push.ts'
import { writeNote } from './push-note.ts'
import { deleteNote, deleteSubscription, putOffNote, selectReader, takeDueNote } from './store.ts'
import { vapidKeysOf } from './vapid-keys.ts'

type Note = Selectable<PushNotesTable>
type Reader = NonNullable<Awaited<ReturnType<typeof selectReader>>>

/** A call that is a day old is none: neither we nor the push service keep one for longer. In seconds. */
const TTL = 24 * 3600
/** Notes on their way at once: push services are far away, and one may hang. */
const AT_ONCE = 8

/** Sends what is due, soon and in the background (`wakePusher`), and tells when that is done. */
export const { wake: wakePusher, idle: pusherIdle } = createWaker<Deps>(sendPushes, 'pushes wait')

/** Sends every note that is due; how many arrived. Several processes may do so at once: each takes other notes. */
export async function sendPushes(deps: Deps): Promise<number> {
  const counts = await Promise.all(Array.from({ length: AT_ONCE }, () => sendInTurn(deps)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function sendInTurn(deps: Deps): Promise<number> {
  let sent = 0
  for (;;) {
    const note = await takeDueNote(deps.db, deps.now())
    if (!note) return sent
    if (await sendNote(deps, note)) sent += 1
  }
}

async function sendNote(deps: Deps, note: Note): Promise<boolean> {
  const { db, log } = deps
  const reader = await selectReader(db, note.subscription_id)
  const badge = reader ? await badgeOf(deps, reader, note) : null
  if (!reader || badge === null) {
    await deleteNote(db, note)
    return false
  }
  let answer: PushAnswer
  try {
    answer = await handOver(deps, reader, note, badge)
  } catch (error) {
    answer = { status: 0, retryAfter: null }
    log.warn({ note: note.id, attempts: note.attempts, message: (error as Error).message }, 'a push was not taken')
  }
  return await conclude(deps, note, answer)
}

/**
 * The number on the app's icon, or null where there is nothing to call for: the member was here since, has read it elsewhere,
 * switched this kind off, or the one who caused it is no longer there for them.
 */
async function badgeOf(deps: Deps, reader: Reader, { kind, created_at: since }: Note): Promise<number | null> {
  const { db, tenants } = deps
  const tenant = tenants.byId(reader.tenant)
  if (!tenant || reader.push_off.includes(kind) || reader.last_seen_at > since || deps.now().getTime() - since.getTime() >= TTL * 1000)
    return null
  const { unread } = await countList(db, reader.id)
  const { unseen } = await countLikes({ db, deps, tenant, pool: poolOf(tenant.settings), viewer: reader })
  return (kind === 'message' ? unread : unseen) > 0 ? unread + unseen : null
}

async function handOver(deps: Deps, reader: Reader, { kind, path }: Note, badge: number): Promise<PushAnswer> {
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

/** True when the push service has taken the note. */
async function conclude(deps: Deps, note: Note, { status, retryAfter }: PushAnswer): Promise<boolean> {
  const { db, log } = deps
  const taken = status >= 200 && status < 300
  // The browser is no longer there: its notes go with it.
  if (status === 404 || status === 410) await deleteSubscription(db, note.subscription_id)
  else if (status === 0 || status === 429 || status >= 500) {
    if (retryAfter !== null) await putOffNote(db, note, new Date(Math.max(note.due_at.getTime(), deps.now().getTime() + retryAfter * 1000)))
  } else {
    await deleteNote(db, note)
    if (!taken) log.warn({ note: note.id, status }, 'a push was refused')
  }
  return taken
}
