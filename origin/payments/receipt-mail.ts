import { formatMoney } from '../../shared/i18n/money.ts'
import { registrationsOf } from '../../shared/i18n/registrations.ts'
import { gstIn, vatWithin } from '../../shared/rules/vat.ts'
import { mailAboutMoney } from '../accounts/account-mails.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { mailTranslator } from '../mails/messages.ts'
import { termsOf } from './order-terms.ts'
import type { Order } from './order-store.ts'

/** Mails the receipt of a paid order to its member: what was bought, from whom, the tax, and what the bank statement will say. */
export async function mailReceipt(unit: UnitOfWork, order: Order, member: MemberRow): Promise<void> {
  const tenant = unit.deps.tenants.byId(order.tenant)
  // The brand may be gone by now; the order's page has it all.
  if (!tenant) return
  const { descriptor, refund_days: days, company } = order.terms ?? termsOf(tenant)
  const { currency, total, vat_rate: rate, reference, credits, country } = order
  const translator = mailTranslator(member.language, country)
  const { t, tag } = translator
  const money = (amount: number) => formatMoney(tag, amount, currency)
  const mailing = { ...unit, tenant }
  await mailAboutMoney(mailing, member, {
    template: 'receipt',
    link: `/transactions/${order.public_id}`,
    values: { reference, credits, total: money(total), days },
    lines: [
      ...(rate === null ? [] : [t('mail.receipt.vat', { gst: gstIn(country), rate, amount: money(vatWithin(total, rate)) })]),
      ...(order.consent ? [t('receipt.early_use')] : []),
      t('mail.receipt.statement', { descriptor }),
      [t('form.summary_item', { field: t('receipt.seller'), message: company.name }), ...registrationsOf(company, translator)].join(' · ')
    ]
  })
}
