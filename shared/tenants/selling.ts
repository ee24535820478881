/** Currencies that a brand can sell in; all of them have two decimals. */
export const CURRENCIES = ['EUR', 'GBP', 'USD', 'CHF', 'DKK', 'SEK', 'NOK', 'PLN', 'CAD', 'AUD', 'NZD', 'MXN'] as const
export type Currency = (typeof CURRENCIES)[number]

/** What members of a country pay in, unless the brand's `currencies` say otherwise. Countries that aren't listed pay in euros. */
export const COUNTRY_CURRENCIES: Readonly<Record<string, Currency>> = {
  AU: 'AUD',
  CA: 'CAD',
  CH: 'CHF',
  DK: 'DKK',
  GB: 'GBP',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  US: 'USD',
  // Prices in these countries' own currencies would be out of date within weeks.
  AR: 'USD'
}

/** Ways to pay, in the order they are offered. */
export const PAYMENT_METHODS = ['ideal', 'card', 'paypal', 'directdebit'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Countries and currency of a method that doesn't work everywhere. */
export const METHOD_REACH: Readonly<Partial<Record<PaymentMethod, { countries?: readonly string[]; currency: Currency }>>> = {
  ideal: { countries: ['NL'], currency: 'EUR' },
  directdebit: { currency: 'EUR' }
}

/** Who takes the money. `none`: the brand sells nothing. */
export const PAYMENT_PROVIDERS = ['none', 'sandbox', 'mollie'] as const

/** Only demo brands may sell through a provider that moves no money. */
export const isTestProvider = (provider: string) => provider === 'sandbox'

/** Words of `/credits/…` that no bundle may be called. */
export const RESERVED_BUNDLES: readonly string[] = ['repeat-order']
