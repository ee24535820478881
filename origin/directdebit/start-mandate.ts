import { randomInt } from 'node:crypto'
import { networkOf } from '../../shared/rules/addresses.ts'
import { paymentCountry } from '../../shared/rules/prices.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import { takeOfDay } from '../accounts/daily-quota.ts'
import { newPublicId } from '../db/public-id.ts'
import { newReference } from '../db/reference.ts'
import { announce } from '../events/announce.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { mailTranslator } from '../mails/messages.ts'
import { lockMembers } from '../members/lock-members.ts'
import { queueSms } from '../sms/send-sms.ts'
import { offersDirectDebit } from './offered.ts'
import { readIban, readMobile } from './read-account.ts'
import { codeKeyOf, ibanKeyOf, sealAccount } from './sealed-account.ts'
import { deleteMandate, findWaiting, insertMandate, isBlocked } from './store.ts'

/** How long a code can be entered, in minutes. */
const CODE_MINUTES = 10

/** Codes per day for each of these: sending one costs money and disturbs its receiver. */
const CODES = { member: 5, phone: 5, network: 15 } as const

type Starting = MemberContext<'startDirectDebit'>

/** Prepares a mandate, which the code sent to the phone will sign. */
export async function startMandate(context: Starting): Promise<void> {
  const { db, deps, tenant, viewer, body, facts, now, language } = context
  const { settings } = tenant
  if (!offersDirectDebit(deps, settings)) throw notFound()
  await lockMembers(db, [viewer.id])
  const of = { member: viewer.id, tenant: settings.id }
  const iban = readIban(body.iban)
  const country = paymentCountry(settings, facts.selectedCountry, facts.country)
  const phone = readMobile(body.phone, country)
  const ibanKey = await ibanKeyOf(deps, iban)
  if (await isBlocked(db, of, ibanKey)) throw new HttpError('directdebit_blocked')
  await takeCode(context, phone)

  const earlier = await findWaiting(db, of)
  if (earlier) await deleteMandate(db, earlier.id)
  const id = newPublicId()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await insertMandate(db, {
    public_id: id,
    reference: newReference(),
    tenant: settings.id,
    member_id: viewer.id,
    account: sealAccount(deps, id, { holder: body.holder, iban }),
    iban_end: iban.slice(-4),
    iban_key: ibanKey,
    phone_end: phone.slice(-2),
    code_key: await codeKeyOf(deps, id, code),
    code_until: until,
    created_at: now
  })
  const text = mailTranslator(language).t('mail.code.sms', {
    code,
    minutes: CODE_MINUTES,
    descriptor: settings.descriptor || settings.name
  })
  await announce(context, [{ to: viewer.id, type: 'mandate_changed', data: {} }])
  await queueSms(context, { tenant: settings.id, member: viewer.id, to: phone, text, until })
}

/** Throws `too_many_codes` when the member, the number or the network has used up today's codes. */
async function takeCode(context: Starting, phone: string): Promise<void> {
  const { viewer, tenant, facts } = context
  const by = { member: viewer.public_id, phone: `${poolOf(tenant.settings)} ${phone}`, network: networkOf(facts.ip) }
  for (const who of ['member', 'phone', 'network'] as const)
    if (!(await takeOfDay(context, `direct debit codes by ${who}\n${by[who]}`, CODES[who]))) throw new HttpError('too_many_codes')
}
