import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { useT } from '../site/site.tsx'
import { useMoney } from './use-money.ts'

/** What a bundle costs; with a discount after the price that it had before. */
export function BundlePrice({ bundle: { price, discounted }, currency }: { bundle: Bundle } & Pick<Credits, 'currency'>) {
  const t = useT()
  const money = useMoney()
  return (
    <>
      {discounted !== null && (
        <s className="numbers">
          <span className="visually-hidden">{t('credits.was', { price: money(price, currency) })}</span>
          <span aria-hidden="true">{money(price, currency)}</span>
        </s>
      )}
      <strong className="numbers">{money(discounted ?? price, currency)}</strong>
    </>
  )
}
