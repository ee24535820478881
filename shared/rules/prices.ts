import { COUNTRY_CURRENCIES, METHOD_REACH, PAYMENT_METHODS, type Currency, type PaymentMethod } from '../tenants/selling.ts'
import type { Tenant } from '../tenants/schema.ts'

/** Money is whole minor units (cents) of an ISO currency, everywhere. */

type Prices = Pick<
  Tenant,
  'bundles' | 'countries' | 'creditor_id' | 'currencies' | 'message_credits' | 'payment_methods' | 'payment_provider'
>

/** A bundle with its price in one country. */
export interface PricedBundle {
  id: string
  credits: number
  currency: Currency
  /** Minor units, tax included. */
  price: number
}

/** Does the brand sell credits? If not, nothing on it mentions buying. */
export function sells({ payment_provider }: Pick<Tenant, 'payment_provider'>): boolean {
  return payment_provider !== 'none'
}

/** The country whose prices and methods apply: the one asked for if the brand sells there, otherwise its main one. */
export function paymentCountry({ countries }: Pick<Tenant, 'countries'>, ...asked: readonly (string | null | undefined)[]): string {
  return asked.find((country) => country && countries.includes(country)) ?? countries[0]!
}

/** What members of a country pay in. */
export function currencyIn({ currencies }: Pick<Tenant, 'currencies'>, country: string): Currency {
  return currencies[country] ?? COUNTRY_CURRENCIES[country] ?? 'EUR'
}

/** The bundles that a country's members can buy, the smallest first; none on a brand that sells nothing. */
export function bundlesIn(settings: Prices, country: string): PricedBundle[] {
  if (!sells(settings) || !settings.countries.includes(country)) return []
  const currency = currencyIn(settings, country)
  return settings.bundles
    .flatMap(({ id, credits, prices }) => {
      const price = prices[currency]
      return price === undefined ? [] : [{ id, credits, currency, price }]
    })
    .sort((one, other) => one.credits - other.credits)
}

/** Can anyone of this country pay this way in this currency? */
export function reaches(method: PaymentMethod, country: string, currency: Currency): boolean {
  const reach = METHOD_REACH[method]
  return !reach || (reach.currency === currency && (reach.countries?.includes(country) ?? true))
}

/** Mandates of direct debit name their creditor by its identifier. */
const isReady = (method: PaymentMethod, { creditor_id: creditor }: Prices) => method !== 'directdebit' || creditor !== ''

/** How members of a country can pay: as the brand says, otherwise everything that works there. */
export function methodsIn(settings: Prices, country: string): PaymentMethod[] {
  if (!sells(settings) || !settings.countries.includes(country)) return []
  const currency = currencyIn(settings, country)
  return (settings.payment_methods[country] ?? PAYMENT_METHODS).filter(
    (method) => isReady(method, settings) && reaches(method, country, currency)
  )
}

/** A price after a discount in percent, such as 25 or 12.5. Rounded in the member's favour. */
export function discounted(price: number, percentage: number): number {
  // In hundredths of a percent everything is an integer, so that 25 % of 9.95 is exact.
  return price - Math.ceil((price * Math.round(percentage * 100)) / 10_000)
}

/** What one of `credits` costs at this price, rounded up: never less than is paid. */
export function costOf(wanted: number, { price, credits }: { price: number; credits: number }): number {
  return Math.ceil((price * wanted) / credits)
}

/** What a message costs with each bundle of a country, the smallest bundle first. */
export function messageCosts(settings: Prices, country: string): number[] {
  return bundlesIn(settings, country).map((bundle) => costOf(settings.message_credits, bundle))
}

/** The lowest price of a message in a country; null where nothing is sold. */
export function lowestMessageCost(settings: Prices, country: string): { costs: number; currency: Currency } | null {
  const costs = messageCosts(settings, country)
  return costs.length === 0 ? null : { costs: Math.min(...costs), currency: currencyIn(settings, country) }
}

/** The same for every country in which the brand sells (`minimum_message_costs`). */
export function lowestMessageCosts(settings: Prices): Record<string, { costs: number; currency: Currency }> {
  return Object.fromEntries(
    settings.countries.flatMap((country) => {
      const lowest = lowestMessageCost(settings, country)
      return lowest ? [[country, lowest]] : []
    })
  )
}
