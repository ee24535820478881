import type { Payment } from '../../../shared/api/payments.ts'
import { formatMoment } from '../../../shared/i18n/moment.ts'
import { registrationsOf } from '../../../shared/i18n/registrations.ts'
import { gstIn } from '../../../shared/rules/vat.ts'
import { useMoney } from '../../shop/use-money.ts'
import { useSite, useT } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './transactions-id.module.css'

/** Everything about an order; of a paid one the receipt, with the company and its tax, to be printed. */
export function Receipt({ payment }: { payment: Payment }) {
  const t = useT()
  const money = useMoney()
  const { tenant, translator } = useSite()
  const { receipt, currency, price, discount, total, refunded, charged_back_amount: taken } = payment
  // The same on every print, whatever zone the reader is in.
  const at = formatMoment(translator, tenant.time_zone, payment.paid_at ?? payment.created_at)
  const { vat = null } = receipt ?? {}
  const lines: [label: string, value: string][] = [
    [t('receipt.number'), payment.reference],
    [t('receipt.date'), at],
    [t('receipt.what'), `${tenant.name} · ${t('shop.credits', { count: payment.credits })}`],
    [t('receipt.method'), t(`shop.method_${payment.payment_method}`)],
    ...(discount > 0
      ? ([
          [t('checkout.price'), money(price, currency)],
          [t('receipt.discount'), money(-discount, currency)]
        ] as [string, string][])
      : []),
    [t(payment.tax_included === false ? 'checkout.total_untaxed' : 'checkout.total'), money(total, currency)],
    ...(vat
      ? ([[t('receipt.vat', { gst: gstIn(payment.country), rate: vat.rate }), money(vat.amount, currency)]] as [string, string][])
      : []),
    ...(refunded > 0 ? ([[t('receipt.refunded'), money(refunded, currency)]] as [string, string][]) : []),
    ...(taken > 0 ? ([[t('transactions.state_charged_back'), money(taken, currency)]] as [string, string][]) : [])
  ]
  return (
    <section className={styles.receipt} aria-labelledby="receipt">
      <h2 id="receipt">{receipt ? t('receipt.heading') : t('receipt.order_heading')}</h2>
      <dl className={styles.lines}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      {receipt && <Seller receipt={receipt} />}
    </section>
  )
}

function Seller({ receipt: { descriptor, company, early_use: early } }: { receipt: NonNullable<Payment['receipt']> }) {
  const t = useT()
  const { translator } = useSite()
  const country = translator.intl.countryName(company.country)
  return (
    <>
      <div>
        <h3 className={styles.seller}>{t('receipt.seller')}</h3>
        <p className={styles.muted}>{[company.name, company.address, company.city, country].join(', ')}</p>
        <p className={styles.muted}>{registrationsOf(company, translator).join(' · ')}</p>
        <p className={styles.muted}>{t('checkout.statement', { descriptor })}</p>
        {early && <p className={styles.muted}>{t('receipt.early_use')}</p>}
      </div>
      <Button variant="secondary" className={styles.print} onClick={() => window.print()}>
        {t('receipt.print')}
      </Button>
    </>
  )
}
