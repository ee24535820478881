import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectDebit } from '../../../shared/api/directdebit.ts'
import { asApiError } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import { useRouter } from '../../router/context.ts'
import { useLink } from '../../router/link.tsx'
import { useMoney } from '../../shop/use-money.ts'
import { Waiting } from '../../shop/waiting.tsx'
import { useMessage, useT } from '../../site/site.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { type Account, AccountForm } from './account-form.tsx'
import { CodeForm } from './code-form.tsx'
import { Current } from './current.tsx'
import styles from './directdebit.module.css'

const EMPTY: Account = { holder: '', iban: '', phone: '' }

/** Direct debit: the account, the code that proves the phone and signs the mandate, and the mandate that holds, with a way to revoke it. */
export default function DirectDebitPage() {
  const t = useT()
  const money = useMoney()
  const { data, error, refetch } = useQuery(queryOf('getDirectDebit'))
  if (!data && error) {
    if (asApiError(error).status === 404) return <NotFound />
    return <LoadFailed level={1} title={t('debit.failed')} error={error} retry={() => void refetch()} />
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('debit.heading')}</h1>
        <p className={styles.lead}>{t('debit.lead')}</p>
        {data?.offered && (
          <p className={styles.lead}>
            {t('debit.limits', {
              day: money(data.limits.day, data.limits.currency),
              month: money(data.limits.month, data.limits.currency)
            })}
          </p>
        )}
      </div>
      {data ? <Steps state={data} /> : <Waiting cards={1} />}
    </div>
  )
}

/** What comes next: the mandate that holds, the code, or the account. What was typed stays while the page is open. */
function Steps({ state }: { state: DirectDebit }) {
  const message = useMessage()
  const [typed, setTyped] = useState(EMPTY)
  const [edits, setEdits] = useState(false)
  const { mandate, waiting, blocked, offered, creditor } = state
  const blockedText = blocked && (
    <Banner tone="danger" role="alert">
      {message('error.directdebit_blocked')}
    </Banner>
  )
  const done = () => {
    setEdits(false)
    setTyped(EMPTY)
  }
  if (offered && !blocked && waiting && !edits)
    return <CodeForm waiting={waiting} creditor={creditor} onSigned={done} onChange={() => setEdits(true)} />
  if (mandate && !edits)
    return (
      <>
        {blockedText || <GoOn />}
        <Current mandate={mandate} creditor={creditor} onAnother={offered && !blocked ? () => setEdits(true) : null} />
      </>
    )
  if (!offered || blocked) return blockedText || null
  return <AccountForm typed={typed} onType={setTyped} onSent={() => setEdits(false)} />
}

/** Back to the order that needs the mandate, if there is one. */
function GoOn() {
  const t = useT()
  const { search } = useRouter().location
  const [bundle, code] = [search.get('bundle'), search.get('code') ?? undefined]
  const wanted = bundle !== null && /^[a-z0-9-]{1,40}$/.test(bundle)
  const order = useLink('credits-id-paymentmethod', { id: wanted ? bundle : 'none', paymentmethod: 'directdebit' }, { code })
  return wanted ? (
    <LinkButton {...order} wide>
      {t('debit.go_on')}
    </LinkButton>
  ) : null
}
