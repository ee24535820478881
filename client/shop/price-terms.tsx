import type { Credits } from '../../shared/api/credits.ts'
import { useT } from '../site/site.tsx'

/** What holds for all prices. Where the tax rate isn't known, it can't say that they contain tax. */
export function PriceTerms({ credits, className }: { credits: Credits; className: string | undefined }) {
  const t = useT()
  return (
    <p className={className}>
      {t(credits.tax_included === false ? 'shop.tax_unknown' : 'shop.tax_included')} {t('shop.terms')}
    </p>
  )
}
