import type { Deps } from '../deps.ts'
import { takeMailEvent } from '../notifications/take-mail-event.ts'
import { createDelivery, type Outcome } from '../outbox/channel.ts'
import type { Letter } from '../outbox/store.ts'
import { AddressRefused, type OutgoingMail } from '../providers/mail.ts'

/**
 * A mail in the outbox. `links`: the absolute addresses in it, for the mailbox of local mode; `until`: when they end, if that is soon enough to matter
 * while it waits.
 */
export type MailMessage = Pick<OutgoingMail, 'from' | 'subject' | 'text' | 'html' | 'unsubscribe'> & { links: string[]; until?: string }

/** Sends what is due: at once (`sendMails`), or soon and in the background (`wakeSender`). */
export const {
  run: sendMails,
  wake: wakeSender,
  idle: senderIdle
} = createDelivery<MailMessage>({
  name: 'mail',
  atOnce: 1,
  deliver,
  // Links log in: once a mail has been handled, no copy of the table may contain them. A bounced mail is in no mailbox.
  keep: ({ mail }, message, ended) =>
    mail.caught && ended === 'delivered' ? message : { ...message, text: '', html: '', links: [], unsubscribe: null }
})

async function deliver({ mail, now }: Deps, { id, created_at: created, recipient, message }: Letter<MailMessage>): Promise<Outcome> {
  const { links: _, until, ...sent } = message
  if (until !== undefined && now() >= new Date(until)) return { is: 'refused', reason: 'its link has ended' }
  const to = recipient!
  try {
    const messageId = `<mail.${id}.${created.getTime()}@${message.from.address.split('@').at(-1)}>`
    await mail.send({ ...sent, to, messageId })
    return { is: 'delivered' }
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    // What a mail service would have reported.
    return { is: 'refused', reason: 'the address takes no mail', finish: (unit) => takeMailEvent(unit, to, 'bounce') }
  }
}
