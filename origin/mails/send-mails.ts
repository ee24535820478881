import { sql, type Selectable } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { MailsTable } from '../db/tables/mails.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { createWaker } from '../jobs/waker.ts'
import { takeMailEvent } from '../notifications/take-mail-event.ts'
import { AddressRefused } from '../providers/mail.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A mail that could not be handed over for so long is given up. */
const PATIENCE = DAY
/** That a mail was sent is kept for so long, for whoever asks where it is. */
const KEPT = 7 * DAY

/** Sends what is due, soon and in the background (`wakeSender`), and tells when that is done. */
export const { wake: wakeSender, idle: senderIdle } = createWaker<Deps>(sendMails, 'mails wait')

/** Sends every mail that is due; how many. Several processes may do so at once: each takes other mails. */
export async function sendMails(deps: Deps): Promise<number> {
  let sent = 0
  for (;;) {
    const mail = await takeDue(deps)
    if (!mail) return sent
    if (await send(deps, mail)) sent += 1
  }
}

/** Removes mails that are done and old; returns how many. */
export async function forgetMails({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT)
  return await deleteInBatches(db, 'mails', sql`created_at < ${before} and (sent_at is not null or failed_at is not null)`)
}

/**
 * Takes the next mail by putting off when it is due: should this process die while it sends, the mail goes out later, twice
 * at worst (under one Message-ID). The wait doubles: 1, 2, 4 … minutes, at most 4 hours.
 */
async function takeDue({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Selectable<MailsTable> | undefined> {
  const { rows } = await sql<Selectable<MailsTable>>`
    update mails set attempts = attempts + 1, due_at = ${now()}::timestamptz + least(power(2, attempts), 240) * interval '1 minute'
    where id = (
      select id from mails where due_at <= ${now()} and sent_at is null and failed_at is null
      order by due_at, id limit 1 for update skip locked
    )
    returning *`.execute(db)
  return rows[0]
}

async function send(deps: Deps, mail: Selectable<MailsTable>): Promise<boolean> {
  const { db, mail: transport, log } = deps
  // Links log in: once a mail is done with, no copy of the table may hold them.
  const emptied = transport.caught ? {} : { text: '', html: '', links: '[]', unsubscribe: null }
  try {
    await transport.send({
      from: { name: mail.sender_name, address: mail.sender_address },
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      unsubscribe: mail.unsubscribe,
      messageId: `<mail.${mail.id}.${mail.created_at.getTime()}@${mail.sender_address.split('@').at(-1)}>`
    })
  } catch (error) {
    if (error instanceof AddressRefused) {
      await endAsBounce(deps, mail.id, mail.recipient)
      log.info({ mail: mail.id }, 'an address was refused for good')
      return false
    }
    const givenUp = deps.now().getTime() - mail.created_at.getTime() >= PATIENCE
    log.warn({ mail: mail.id, attempts: mail.attempts, givenUp, code: (error as NodeJS.ErrnoException).code }, 'a mail was not taken')
    if (givenUp)
      await db
        .updateTable('mails')
        .set({ failed_at: deps.now(), ...emptied })
        .where('id', '=', mail.id)
        .execute()
    return false
  }
  await db
    .updateTable('mails')
    .set({ sent_at: deps.now(), ...emptied })
    .where('id', '=', mail.id)
    .execute()
  return true
}

/** Gives a mail up whose address was refused for good, and takes that as the bounce a mail service would have told of. */
async function endAsBounce(deps: Deps, id: number, recipient: string): Promise<void> {
  await inUnitOfWork(deps, async (unit) => {
    await unit.db
      .updateTable('mails')
      .set({ failed_at: unit.now, text: '', html: '', links: '[]', unsubscribe: null })
      .where('id', '=', id)
      .execute()
    await takeMailEvent(unit, recipient, 'bounce')
  })
}
