import { createHash } from 'node:crypto'
import { addressRanges } from '../../shared/rules/addresses.ts'
import { answerDue } from '../../shared/rules/deadlines.ts'
import { mailboxOf } from '../accounts/names/fold-key.ts'
import { takeOf24Hours, takeOfDay } from '../accounts/daily-quota.ts'
import type { Context } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { newReference } from '../db/reference.ts'
import { mailReceipt, mailSupport } from './complaint-mails.ts'
import { insertComplaint } from './store.ts'

/** Complaints per day from one connection: enough for a household or a small office, too few to flood the support's mailbox. */
const LINE_MAX = 30
/** Receipts per day to one mailbox: anyone can type anyone's. */
const RECEIPT_MAX = 3

/**
 * Stores a complaint and mails it to the brand's support, and its reference to the writer. The same complaint again on the same day changes nothing.
 * Throws `limit_reached` after thirty a day from one connection.
 */
export async function fileComplaint(context: Context<'fileComplaint'>): Promise<void> {
  const { db, tenant, viewer, body, now, facts, language } = context
  const complaint = await insertComplaint(db, {
    ...body,
    reference: newReference(),
    digest: digestOf([tenant.settings.id, now.toISOString().slice(0, 10), body]),
    tenant: tenant.settings.id,
    member_id: viewer?.id ?? null,
    language,
    created_at: now,
    due_at: answerDue(body.kind, now)
  })
  if (!complaint) return
  for (const { range, lines } of addressRanges(facts.ip)) {
    if (!(await takeOfDay(context, `complaint\n${range}`, LINE_MAX * lines))) throw new HttpError('limit_reached')
  }
  await mailSupport(context, complaint)
  if (body.email === null || !(await takeOf24Hours(context, `complaint receipt\n${mailboxOf(body.email)}`, RECEIPT_MAX))) return
  await mailReceipt(context, complaint, { email: body.email, country: facts.country })
}

function digestOf(of: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(of)).digest()
}
