import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { href } from '../../../shared/routes/match.ts'
import { queryOf } from '../../api/queries.ts'
import { useRouter } from '../../router/context.ts'
import { OrderPage } from '../../shop/order-page.tsx'
import { useT } from '../../site/site.tsx'

/** The last order again, always to be confirmed; members without one are redirected to the bundles. */
export default function RepeatOrderPage() {
  const t = useT()
  const { navigate } = useRouter()
  const { data, isError } = useQuery(queryOf('listTransactions'))
  const last = data?.last_completed
  const none = last === null || (!data && isError)
  useEffect(() => {
    if (none) navigate(href('credits'), { replace: true })
  }, [none, navigate])
  return (
    <OrderPage
      heading={t('checkout.again_heading')}
      lead={t('checkout.again_lead')}
      bundle={last?.bundle ?? null}
      method={last?.payment_method}
    />
  )
}
