import { formatMoney } from '../../shared/i18n/money.ts'
import { dayAfter, dayBegins, dayIn } from '../../shared/rules/day.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { mailAboutMoney } from '../accounts/account-mails.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { mailTranslator } from '../mails/messages.ts'
import type { Order } from '../payments/order-store.ts'
import type { DebitMandate, KeptCard } from '../providers/payment/port.ts'
import { accountOf, ifReadable } from './sealed-account.ts'
import { debitedSince, findMandate, holdAccount, isBlocked, readMandate, updateMandate, type MandateRow } from './store.ts'

/** An order to be collected by direct debit. */
interface Collecting {
  /** Row number. */
  member: number
  tenant: TenantRecord
  /** Minor units of the euro. */
  amount: number
  /** The language in which a refusal is read. */
  language: string
  now: Date
}

/**
 * The mandate by which the member's order will be collected. Throws `mandate_needed` without one, `directdebit_blocked`, or `directdebit_limit` beyond
 * what the brand collects from one member, or from one account, a day and a month. Lock the member first: two orders at once must not pass beside each
 * other.
 */
export async function mandateFor(
  db: Db,
  deps: Deps,
  { member, tenant: { settings }, amount, language, now }: Collecting
): Promise<MandateRow> {
  const of = { member, tenant: settings.id }
  const signed = await findMandate(db, of, now)
  if (await isBlocked(db, of, signed?.iban_key ?? null)) throw new HttpError('directdebit_blocked')
  const mandate = ifReadable(deps, signed)
  if (!mandate) throw new HttpError('mandate_needed')
  const today = dayIn(settings.time_zone, now)
  const [day, month] = [dayBegins(settings.time_zone, today), dayBegins(settings.time_zone, `${today.slice(0, 7)}-01`)]
  await holdAccount(db, mandate.iban_key)
  const debited = await debitedSince(db, of, mandate.iban_key, { day, month })
  for (const period of ['day', 'month'] as const) {
    const limit = settings.directdebit_limits[period]
    if (debited[period] + amount <= limit) continue
    const { tag } = mailTranslator(language)
    throw new HttpError('directdebit_limit', { params: { amount: formatMoney(tag, limit, 'EUR'), period } })
  }
  await updateMandate(db, mandate.id, { used_at: now })
  return mandate
}

/** What a provider needs to collect an order; `unreadable` if APP_SECRET has changed since its mandate was signed. */
export async function mandateOf(
  deps: Deps,
  { mandate_id: id, provider, tenant }: Pick<Order, 'mandate_id' | 'provider' | 'tenant'>
): Promise<DebitMandate | 'unreadable' | null> {
  if (id === null) return null
  const row = ifReadable(deps, await readMandate(deps.db, id))
  if (!row) return 'unreadable'
  const { holder, iban } = accountOf(deps, row)
  const kept = row.provider === provider ? { customer: row.kept_customer!, card: row.kept_mandate! } : null
  const signedOn = dayIn(deps.tenants.byId(tenant)?.settings.time_zone ?? 'UTC', row.signed_at!)
  return { name: holder, iban, reference: row.reference, signedOn, kept }
}

/** Stores the provider's name for the mandate of an order, for the next order. */
export async function keepMandate(db: Db, { mandate_id: id, provider }: Order, { customer, card }: KeptCard): Promise<void> {
  if (id !== null) await updateMandate(db, id, { provider, kept_customer: customer, kept_mandate: card })
}

/** Tells the member what will be collected, from when on and under which names, as the rules of direct debit ask for. */
export async function mailDebitNotice(unit: UnitOfWork, order: Order, member: MemberRow): Promise<void> {
  const tenant = unit.deps.tenants.byId(order.tenant)
  if (!tenant || order.mandate_id === null) return
  const { reference, iban_end } = await readMandate(unit.db, order.mandate_id)
  const { settings, company } = tenant
  const { t, tag, intl } = mailTranslator(member.language, order.country)
  const total = formatMoney(tag, order.total, order.currency)
  const zone = settings.time_zone
  const tomorrow = dayBegins(zone, dayAfter(dayIn(zone, unit.now)))
  const date = intl.formatDate(tomorrow, { dateStyle: 'long', timeZone: zone })
  const mailing = { ...unit, tenant }
  await mailAboutMoney(mailing, member, {
    template: 'debit_notice',
    link: `/transactions/${order.public_id}`,
    values: { total, date, iban_end },
    lines: [
      t('mail.debit_notice.names', { reference, creditor: settings.creditor_id, company: company.name }),
      t('mail.receipt.statement', { descriptor: settings.descriptor || settings.name })
    ]
  })
}
