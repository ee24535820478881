import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { createDelivery, type Outcome } from '../outbox/channel.ts'
import { shortenRecipient, type Letter } from '../outbox/store.ts'
import { NumberRefused } from '../providers/sms.ts'

/** A text message in the outbox. After `until` there is no point in sending it. */
export interface SmsMessage {
  text: string
  until: string
}

/** Sends what is due: at once (`sendSms`), or soon and in the background. */
export const {
  run: sendSms,
  wake: wakeSms,
  idle: smsIdle
} = createDelivery<SmsMessage>({
  name: 'sms',
  atOnce: 2,
  deliver,
  // It contains a code and goes to a number that isn't stored anywhere else.
  keep: ({ sms }, message, ended) => (sms?.caught && ended === 'delivered' ? message : null)
})

async function deliver({ sms, now }: Deps, letter: Letter<SmsMessage>): Promise<Outcome> {
  const { recipient, message } = letter
  if (!sms || now() >= new Date(message.until)) return { is: 'obsolete' }
  try {
    await sms.send({ to: recipient!, text: message.text })
    return { is: 'delivered' }
  } catch (error) {
    if (!(error instanceof NumberRefused)) throw error
    // Of a number we promise to keep no more than its end.
    return { is: 'refused', reason: error.message, finish: ({ db }) => shortenRecipient(db, letter, 2) }
  }
}

/** Queues a text message to a number of this member (row number), in the transaction of what it is about. */
export async function queueSms(
  { db, deps, now, afterCommit }: UnitOfWork,
  { tenant, member, to, text, until }: { tenant: string; member: number; to: string; text: string; until: Date }
): Promise<void> {
  const message: SmsMessage = { text, until: until.toISOString() }
  await db
    .insertInto('outbox')
    .values({
      channel: 'sms',
      tenant,
      recipient: to,
      member_id: member,
      message: JSON.stringify(message),
      created_at: now,
      due_at: now
    })
    .execute()
  afterCommit(() => wakeSms(deps))
}
