import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { WithdrawFrom } from '../../withdrawals/withdraw.tsx'
import { useT } from '../../site/site.tsx'
import { Section } from './section.tsx'

/** Purchases that can be withdrawn from; nothing where there are none. */
export function Withdrawals() {
  const t = useT()
  const { data } = useQuery(queryOf('listWithdrawable'))
  const [done, setDone] = useState('')
  if (!data || (data.orders.length === 0 && done === '')) return null
  return (
    <Section title={t('withdrawal.heading')} lead={t('withdrawal.lead')}>
      <p role="status">{done}</p>
      {data.orders.map((order) => (
        <WithdrawFrom key={order.payment_id} order={order} onDone={setDone} />
      ))}
    </Section>
  )
}
