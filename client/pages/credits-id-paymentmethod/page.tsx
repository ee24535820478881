import { OrderPage } from '../../shop/order-page.tsx'
import { useT } from '../../site/site.tsx'
import type { PageProps } from '../registry.ts'

/** One bundle: how to pay, what it costs, "Order and pay". */
export default function CheckoutPage({ params: { id, paymentmethod } }: PageProps) {
  return <OrderPage heading={useT()('checkout.heading')} bundle={id!} method={paymentmethod} />
}
