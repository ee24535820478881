import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '../../../shared/api/payments.ts'
import { isOffered } from '../../../shared/routes/match.ts'
import { transactionsQuery } from '../../../shared/routes/transactions-query.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { Link, useLink } from '../../router/link.tsx'
import { useMoney } from '../../shop/use-money.ts'
import { Waiting } from '../../shop/waiting.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StateTag } from './state-tag.tsx'
import styles from './transactions-id.module.css'

/** The member's orders, newest first, twenty a page. */
export function History({ page }: { page: string }) {
  const t = useT()
  const { data, isError, error, refetch } = useQuery(queryOf('listTransactions', transactionsQuery(page)))
  return (
    <div className={styles.page}>
      <h1>{t('transactions.heading')}</h1>
      {data && data.debts.length > 0 && <Owed debts={data.debts} />}
      {!data && isError && <LoadFailed title={t('transactions.failed')} error={error} retry={() => void refetch()} />}
      {!data && !isError && <Waiting />}
      {data?.total === 0 && <None />}
      {data && data.transactions.length > 0 && (
        <ul className={styles.list}>
          {data.transactions.map((transaction) => (
            <Row key={transaction.payment_id} transaction={transaction} />
          ))}
        </ul>
      )}
      {data && data.pages > 1 && (
        <nav className={styles.pages} aria-label={t('transactions.pages')}>
          {data.page > 1 && (
            <Link to="transactions-id" query={{ page: data.page - 1 }}>
              {t('transactions.newer')}
            </Link>
          )}
          {data.page < data.pages && (
            <Link to="transactions-id" query={{ page: data.page + 1 }}>
              {t('transactions.older')}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

/** The amount owed after a chargeback, and how it can be settled. */
function Owed({ debts }: { debts: readonly { amount: number; currency: string }[] }) {
  const t = useT()
  const money = useMoney()
  const { tenant } = useSite()
  const amount = debts.map((debt) => money(debt.amount, debt.currency)).join(' + ')
  return <Banner tone="warning">{t('transactions.owed', { amount, email: tenant.support_email })}</Banner>
}

function None() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <EmptyState art="letter" title={t('transactions.none_title')} action={isOffered('credits', tenant) && <Buy />}>
      {t('transactions.none_text')}
    </EmptyState>
  )
}

function Buy() {
  const t = useT()
  return <LinkButton {...useLink('credits')}>{t('pricing.buy')}</LinkButton>
}

function Row({ transaction }: { transaction: Transaction }) {
  const t = useT()
  const money = useMoney()
  const { tenant, translator } = useSite()
  const { payment_id: id, created_at: at, credits, total, currency, status, refunded } = transaction
  const { charged_back: chargedBack, charged_back_amount: taken } = transaction
  return (
    <li>
      <Link to="transactions-id" params={{ id }} className={styles.row}>
        <span className={styles.what}>
          <strong>{t('shop.credits', { count: credits })}</strong>
          <span className={styles.muted}>{translator.intl.formatDate(at, { dateStyle: 'medium', timeZone: tenant.time_zone })}</span>
        </span>
        <span className={styles.amount}>
          <span className="numbers">{money(total, currency)}</span>
          {refunded > 0 && <span className={styles.muted}>{t('transactions.refunded', { amount: money(refunded, currency) })}</span>}
          {taken > 0 && taken < total && (
            <span className={styles.muted}>{t('transactions.part_charged_back', { amount: money(taken, currency) })}</span>
          )}
        </span>
        <StateTag state={chargedBack ? 'charged_back' : status} />
      </Link>
    </li>
  )
}
