import { formatMoney } from '../../shared/i18n/money.ts'
import { useSite } from '../site/site.tsx'

/** Writes an amount in minor units of a currency as the reader's country does. */
export function useMoney(): (minor: number, currency: string) => string {
  const { tag } = useSite().translator
  return (minor, currency) => formatMoney(tag, minor, currency)
}
