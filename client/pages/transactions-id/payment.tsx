import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment as PaymentAnswer } from '../../../shared/api/payments.ts'
import { isSettled } from '../../../shared/rules/payments.ts'
import { isOffered } from '../../../shared/routes/match.ts'
import { asApiError } from '../../api/api-error.ts'
import { attempt } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { Withdraw } from '../../withdrawals/withdraw.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { Link, useLink } from '../../router/link.tsx'
import { useMoney } from '../../shop/use-money.ts'
import { Waiting } from '../../shop/waiting.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { showToast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Receipt } from './receipt.tsx'
import styles from './transactions-id.module.css'

/** How often an open payment is asked for, in ms; events usually come first. */
const POLL = 4000

/** A payment as our own records say it stands, whatever the address says. It changes by event and by poll. */
export function Payment({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    ...queryOf('getPayment', { id }),
    refetchInterval: ({ state }) => (state.data && isSettled(state.data.status) ? false : POLL)
  })
  if (!data && error) {
    const { status } = asApiError(error)
    if (status === 404 || status === 422) return <NotFound />
    return <LoadFailed level={1} title={t('transactions.failed')} error={error} retry={() => void refetch()} />
  }
  return (
    <div className={styles.page}>
      <div role="status" className="contents">
        {data ? (
          <div className={styles.result}>
            <Result payment={data} />
          </div>
        ) : (
          <>
            <h1>{t('payment.loading_heading')}</h1>
            <Waiting cards={1} />
          </>
        )}
      </div>
      {data && <Receipt payment={data} />}
      {data?.status === 'completed' && (
        <div className={styles.withdraw}>
          <Withdraw id={id} />
          <Link to="pages-return-policy">{t('footer.return_policy')}</Link>
        </div>
      )}
      <Link to="transactions-id" className={styles.all}>
        {t('transactions.all')}
      </Link>
    </div>
  )
}

function Result({ payment }: { payment: PaymentAnswer }) {
  const t = useT()
  switch (payment.status) {
    case 'completed':
      if (payment.charged_back) return <Returned charged />
      if (payment.refunded === payment.total) return <Returned charged={false} />
      return <Completed payment={payment} />
    case 'failed':
    case 'cancelled':
      return <Failed payment={payment} />
    default: {
      const debited = payment.status === 'pending' && payment.payment_method === 'directdebit'
      const begun = payment.status === 'pending' || payment.next !== null
      return (
        <>
          <span className={styles.mark}>
            <Spinner />
          </span>
          <h1>{debited ? t('payment.debit_heading') : begun ? t('payment.pending_heading') : t('payment.loading_heading')}</h1>
          {/* Without a script the page doesn't update by itself. */}
          <p className={begun && !debited ? 'needs-script' : undefined}>
            {debited ? t('payment.debit_text') : begun ? t('payment.pending_text') : t('payment.loading_text')}
          </p>
          <div className={styles.actions}>
            {payment.next !== null && <LinkButton href={payment.next}>{t('payment.continue')}</LinkButton>}
            {!debited && (
              <noscript>
                <CheckAgain id={payment.payment_id} />
              </noscript>
            )}
            {payment.status === 'loading' && <Cancel id={payment.payment_id} />}
          </div>
        </>
      )
    }
  }
}

/** The page doesn't reload by itself: a screen reader would start reading it from the top again. */
function CheckAgain({ id }: { id: string }) {
  const t = useT()
  const here = useLink('transactions-id', { id })
  return (
    <LinkButton {...here} variant="secondary">
      {t('payment.check')}
    </LinkButton>
  )
}

/** What was bought, and what has gone back since. Whether the credits are still there isn't said: they may have been used. */
function Completed({ payment }: { payment: PaymentAnswer }) {
  const t = useT()
  const money = useMoney()
  const { tenant } = useSite()
  const members = useLink('members')
  const { credits: count, refunded, refunded_credits: credits, charged_back_amount: taken, currency } = payment
  const whole = refunded === 0 && taken === 0
  return (
    <>
      <span className={styles.mark} data-tone={whole ? 'success' : undefined}>
        <Icon name={whole ? 'check' : 'coin'} size="large" />
      </span>
      <h1>{whole ? t('payment.completed_heading') : t('payment.partly_returned_heading')}</h1>
      <p>{t('payment.completed_text', { count })}</p>
      {refunded > 0 && <p>{t('payment.partly_refunded', { credits, amount: money(refunded, currency) })}</p>}
      {taken > 0 && <p>{t('payment.partly_charged_back', { amount: money(taken, currency) })}</p>}
      {isOffered('members', tenant) && (
        <div className={styles.actions}>
          <LinkButton {...members}>{t('payment.go_members')}</LinkButton>
        </div>
      )}
    </>
  )
}

/** A payment that no longer counts: the bank took it back, or all of it was refunded. */
function Returned({ charged }: { charged: boolean }) {
  const t = useT()
  return (
    <>
      <span className={styles.mark}>
        <Icon name="coin" size="large" />
      </span>
      <h1>{charged ? t('payment.charged_back_heading') : t('payment.refunded_heading')}</h1>
      <p>{charged ? t('payment.charged_back_text') : t('payment.refunded_text')}</p>
    </>
  )
}

/** The next step: the same order again, or PayPal after the saved card was declined. */
function Failed({ payment }: { payment: PaymentAnswer }) {
  const t = useT()
  const { tenant } = useSite()
  const card = payment.status === 'failed' && payment.recurring && payment.payment_method === 'card'
  return (
    <>
      <span className={styles.mark} data-tone="danger">
        <Icon name="warning" size="large" />
      </span>
      <h1>{t('payment.failed_heading')}</h1>
      <p>{card ? t('payment.card_text') : t('payment.failed_text')}</p>
      {isOffered('credits-id-paymentmethod', tenant) && (
        <div className={styles.actions}>
          <Again payment={payment} method={payment.payment_method} label={t('payment.retry')} variant="primary" />
          {card && <ByPayPal payment={payment} />}
        </div>
      )}
    </>
  )
}

/** PayPal, if it is available in the country of the order. */
function ByPayPal({ payment }: { payment: PaymentAnswer }) {
  const t = useT()
  const { data } = useQuery({ ...queryOf('getCredits', { country: payment.country }), throwOnError: false })
  if (!data?.methods.some(({ id }) => id === 'paypal')) return null
  return <Again payment={payment} method="paypal" label={t('payment.paypal')} variant="secondary" />
}

interface AgainProps {
  payment: PaymentAnswer
  method: string
  label: string
  variant: 'primary' | 'secondary'
}

function Again({ payment: { bundle, code }, method, label, variant }: AgainProps) {
  const link = useLink('credits-id-paymentmethod', { id: bundle, paymentmethod: method }, { code: code ?? undefined })
  return (
    <LinkButton {...link} variant={variant}>
      {label}
    </LinkButton>
  )
}

function Cancel({ id }: { id: string }) {
  const t = useT()
  const showError = useErrorToast()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      await attempt('cancelPayment', { query: { cancel: '1' }, body: { id } })
      await queryClient.invalidateQueries({ queryKey: ['getPayment'] })
    } catch (failure) {
      if (asApiError(failure).code === 'payment_unavailable') showToast({ text: t('payment.cancel_unavailable'), tone: 'danger' })
      else showError(failure)
    }
    setBusy(false)
  }
  return (
    <Button variant="quiet" className="needs-script" busy={busy} onClick={() => void cancel()}>
      {t('payment.cancel')}
    </Button>
  )
}
