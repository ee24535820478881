import { LoadFailed } from '../feedback/load-failed.tsx'
import { useLink } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Checkout } from './checkout.tsx'
import { CountryForm } from './country-form.tsx'
import { NarrowPage } from './narrow-page.tsx'
import { useCredits } from './use-credits.ts'
import { Waiting } from './waiting.tsx'

interface OrderPageProps {
  heading: string
  lead?: string
  /** Id of the bundle; null while it is unknown. */
  bundle: string | null
  method?: string | undefined
}

/** A page that ends with an order of one bundle. */
export function OrderPage({ heading, lead, bundle: id, method }: OrderPageProps) {
  const t = useT()
  const { data, isError, error, refetch } = useCredits()
  const bundle = data?.bundles.find((one) => one.id === id)
  return (
    <NarrowPage heading={heading} leads={lead ? [lead] : []}>
      {!data && isError && <LoadFailed title={t('shop.failed')} error={error} retry={() => void refetch()} />}
      {!(data && id !== null) && !isError && <Waiting cards={1} />}
      {data && bundle && <Checkout key={`${id} ${method}`} credits={data} bundle={bundle} method={method} />}
      {data && id !== null && !bundle && <NotSold />}
      {data && <CountryForm {...data} />}
    </NarrowPage>
  )
}

function NotSold() {
  const t = useT()
  const credits = useLink('credits')
  return <EmptyState art="door" title={t('checkout.none_title')} action={<LinkButton {...credits}>{t('checkout.other')}</LinkButton>} />
}
