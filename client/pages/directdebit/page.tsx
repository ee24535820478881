import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectDebit } from '../../../shared/api/directdebit.ts'
import { asApiError } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import { useRouter } from '../../router/context.ts'
import { useLink } from '../../router/link.tsx'
import { NarrowPage } from '../../shop/narrow-page.tsx'
import { useMoney } from '../../shop/use-money.ts'
import { Waiting } from '../../shop/waiting.tsx'
import { useMessage, useT } from '../../site/site.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { type Account, AccountForm } from './account-form.tsx'
import { CodeForm } from './code-form.tsx'
import { Current } from './current.tsx'

const EMPTY: Account = { holder: '', iban: '', phone: '' }

/** Direct debit: the account, the code that proves the phone and signs the mandate, and the mandate in force, with a way to revoke it. */
export default function DirectDebitPage() {
  const t = useT()
  const money = useMoney()
  const { data, error, refetch } = useQuery(queryOf('getDirectDebit'))
  if (!data && error) {
    if (asApiError(error).status === 404) return <NotFound />
    return <LoadFailed level={1} title={t('debit.failed')} error={error} retry={() => void refetch()} />
  }
  const leads = [t('debit.lead')]
  if (data?.offered) {
    const { day, month, currency } = data.limits
    leads.push(t('debit.limits', { day: money(day, currency), month: money(month, currency) }))
  }
  return (
    <NarrowPage heading={t('debit.heading')} leads={leads}>
      {data ? <Steps state={data} /> : <Waiting cards={1} />}
    </NarrowPage>
  )
}

/** The current step: the mandate in force, the code, or the account. Typed values stay while the page is open. */
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
