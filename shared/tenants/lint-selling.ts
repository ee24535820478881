import { isCreditorId } from '../rules/creditor-id.ts'
import { bundlesIn, currencyIn, methodsIn, reaches, sells } from '../rules/prices.ts'
import { vatRateIn } from '../rules/vat.ts'
import type { Rule, Tell } from './lint-rule.ts'
import { namesBrand } from './names-brand.ts'
import { isClosed } from './offering.ts'
import { poolOf, type Tenant } from './schema.ts'
import { isTestProvider, METHOD_REACH, PAYMENT_PROVIDERS, RESERVED_BUNDLES, type Currency } from './selling.ts'
import type { CheckedCompany, CheckedTenant } from './source.ts'

/** Texts of the pages that must be complete before a brand sells: among the message keys they are written `<part>/<key>`. */
export const SELLING_PAGES = ['pages-return-policy', 'pages-service'] as const

/** The alternative fix for each problem. */
export const NOT_SELLING = 'or set "payment_provider" to "none".'

/** Providers that take money. */
const REAL = PAYMENT_PROVIDERS.filter((name) => name !== 'none' && !isTestProvider(name))
  .map((name) => `"${name}"`)
  .join(', ')

/** Everything a brand needs before it can sell. */
const selling: Rule = (tenant, tell) => {
  const { payment_provider, demo, bundles, descriptor, name } = tenant
  if (!sells(tenant)) return
  if (isTestProvider(payment_provider) && !demo) {
    tell.error(['payment_provider'], {
      message: `No money moves in the ${payment_provider}: only demo tenants sell with it.`,
      fix: `Use ${REAL} or "none"; to try out buying in local mode, set "demo" to true meanwhile.`
    })
  }
  if (bundles.length === 0) {
    tell.error(['bundles'], { message: 'The brand sells, but has nothing to sell.', fix: `Add "bundles", ${NOT_SELLING}` })
  }
  if (!descriptor) {
    tell.error(['descriptor'], {
      message: 'Members must know before they pay what their bank statement will show.',
      fix: `Add a neutral "descriptor", ${NOT_SELLING}`
    })
  } else if (namesBrand(descriptor, name)) {
    tell.warning(['descriptor'], {
      message: `Bank statements would show the brand: "${descriptor}".`,
      fix: "Use a neutral name, such as the company's."
    })
  }
}

/**
 * Members of a pool spend the same credits on all its brands: one that sells them for less takes buyers from the others, and members who compare feel
 * cheated. One warning for each other brand, about the smallest bundle whose price differs.
 */
export function poolPrices(tenant: Tenant, tenants: readonly CheckedTenant[], tell: Tell): void {
  if (!sells(tenant) || isClosed(tenant)) return
  for (const { settings: sister } of tenants) {
    if (sister.id === tenant.id || poolOf(sister) !== poolOf(tenant) || !sells(sister) || isClosed(sister)) continue
    const found = differingPrice(tenant, sister)
    if (!found) continue
    const { index, credits, currency, own, other } = found
    tell.warning(['bundles', index, 'prices', currency], {
      message: `${credits} credits cost ${amount(own)} here and ${amount(other)} ${currency} at "${sister.id}" of the same pool, where members log in with the same account and spend the same credits.`,
      fix: 'Charge the same, unless the difference is intended.'
    })
  }
}

const amount = (minor: number) => (minor / 100).toFixed(2)

/** The smallest bundle that both sell in one currency at different prices. */
function differingPrice(tenant: Tenant, sister: Tenant) {
  for (const { id, credits, prices } of tenant.bundles.toSorted((one, other) => one.credits - other.credits)) {
    const same = sister.bundles.find((bundle) => bundle.credits === credits)
    for (const [currency, own] of Object.entries(prices)) {
      const other = same?.prices[currency as Currency]
      if (other === undefined || other === own) continue
      return { index: tenant.bundles.findIndex((bundle) => bundle.id === id), credits, currency, own, other }
    }
  }
  return null
}

/** Receipts and the return policy name who sells, with a VAT number. */
export function sellingCompany(tenant: Tenant, companies: readonly CheckedCompany[], tell: Tell): void {
  const company = companies.find(({ id }) => id === tenant.company_id)?.company
  if (!sells(tenant) || !company || company.vat_numbers.length > 0) return
  tell.error(['company_id'], {
    message: `Receipts must show a VAT number, and the company "${company.name}" has none.`,
    fix: `Add "vat_numbers" to the company, ${NOT_SELLING}`
  })
}

const bundlePrices: Rule = (tenant, tell) => {
  const currencies = new Map(tenant.countries.map((country) => [currencyIn(tenant, country), country]).reverse() as [string, string][])
  for (const [index, { id, credits, prices }] of tenant.bundles.entries()) {
    if (RESERVED_BUNDLES.includes(id))
      tell.error(['bundles', index, 'id'], { message: `/credits/${id} is already another page.`, fix: 'Choose another id.' })
    const first = tenant.bundles.findIndex((other) => other.id === id || other.credits === credits)
    if (first < index) {
      const same = tenant.bundles[first]!.id === id ? (['id', `"${id}"`] as const) : (['credits', `${credits} credits`] as const)
      tell.error(['bundles', index, same[0]], { message: `There are two bundles of ${same[1]}.`, fix: 'Remove one, or change it.' })
    }
    if (!sells(tenant)) continue
    for (const [currency, country] of currencies) {
      if (Object.hasOwn(prices, currency)) continue
      tell.error(['bundles', index, 'prices'], {
        message: `Bundle "${id}" has no price in ${currency}, which members in ${country} pay in.`,
        fix: `Add "${currency}", or name another currency of ${country} in "currencies".`
      })
    }
    for (const currency of Object.keys(prices)) {
      if (currencies.has(currency)) continue
      tell.warning(['bundles', index, 'prices', currency], {
        message: `No country of the brand pays in ${currency}.`,
        fix: 'Remove the price, or add the country.'
      })
    }
  }
  for (const [currency, country] of currencies) misleadingBundles(tenant, country, currency, tell)
}

/** A larger bundle whose credits cost more each than those of the smaller one misleads. */
function misleadingBundles(tenant: Tenant, country: string, currency: string, tell: Tell): void {
  for (const [place, bundle] of bundlesIn(tenant, country).entries()) {
    const smaller = bundlesIn(tenant, country)[place - 1]
    if (!smaller || bundle.price * smaller.credits <= smaller.price * bundle.credits) continue
    const index = tenant.bundles.findIndex(({ id }) => id === bundle.id)
    tell.warning(['bundles', index, 'prices', currency], {
      message: `A credit of bundle "${bundle.id}" costs more than one of "${smaller.id}" in ${currency}.`,
      fix: 'Lower the price of the larger bundle.'
    })
  }
}

const paymentMethods: Rule = (tenant, tell) => {
  for (const field of ['currencies', 'payment_methods'] as const) {
    for (const country of Object.keys(tenant[field])) {
      if (tenant.countries.includes(country)) continue
      tell.warning([field, country], {
        message: `"${country}" is not a country of the brand.`,
        fix: 'Remove it, or add it to "countries".'
      })
    }
  }
  for (const [country, methods] of Object.entries(tenant.payment_methods)) {
    const currency = currencyIn(tenant, country)
    for (const [index, method] of methods.entries()) {
      const path = ['payment_methods', country, index]
      if (methods.indexOf(method) < index) tell.error(path, { message: `"${method}" is listed twice.`, fix: 'Remove one.' })
      else if (!reaches(method, country, currency)) {
        const { countries = ['all countries'], currency: needed } = METHOD_REACH[method]!
        tell.error(path, {
          message: `"${method}" doesn't work in ${country} with ${currency}, only in ${countries.join(', ')} with ${needed}.`,
          fix: 'Remove it.'
        })
      }
    }
  }
  if (!sells(tenant)) return
  for (const country of tenant.countries) {
    if (methodsIn(tenant, country).length > 0) continue
    tell.error(['payment_methods', country], { message: `No one in ${country} can pay.`, fix: 'Add a method such as "card".' })
  }
}

const directdebitLimits: Rule = ({ directdebit_limits: { day, month } }, tell) => {
  if (day <= month) return
  tell.error(['directdebit_limits', 'day'], {
    message: `The daily limit of ${day} is above the monthly one of ${month}.`,
    fix: 'Lower it, or raise the monthly one.'
  })
}

const creditorId: Rule = ({ creditor_id: id, payment_methods: methods }, tell) => {
  if (id !== '' && !isCreditorId(id))
    tell.error(['creditor_id'], { message: `The check digits of "${id}" are wrong.`, fix: 'Copy it from the letter of your bank.' })
  if (id !== '') return
  for (const [country, listed] of Object.entries(methods)) {
    const index = listed.indexOf('directdebit')
    if (index < 0) continue
    tell.error(['payment_methods', country, index], {
      message: 'Direct debit is not offered without a creditor identifier.',
      fix: 'Set "creditor_id", or remove the method.'
    })
  }
}

/** Receipts name the tax within the price, where its rate is known. Demo brands take no money. */
const taxRates: Rule = (tenant, tell) => {
  if (!sells(tenant) || tenant.demo) return
  for (const [index, country] of tenant.countries.entries()) {
    if (vatRateIn(country) !== null) continue
    tell.warning(['countries', index], {
      message: `No tax rate is known for "${country}": receipts there show no tax.`,
      fix: 'Find out what you owe there: payments -- export has the country of each order.'
    })
  }
}

/** The rules about prices and payments. */
export const SELLING_RULES: readonly Rule[] = [selling, bundlePrices, paymentMethods, directdebitLimits, creditorId, taxRates]
