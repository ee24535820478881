import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { normalizeCode } from '../../shared/rules/discounts.ts'
import { bundlesIn, costOf, currencyIn, discounted, paymentCountry, sells, type PricedBundle } from '../../shared/rules/prices.ts'
import { vatRateIn } from '../../shared/rules/vat.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import { bestOf, discountsOf, type Discount } from '../discounts/best-discount.ts'
import type { Context } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { methodsHere } from '../directdebit/offered.ts'
import { presentSavedMethods } from '../payments/saved-methods.ts'
import { selectLastCompleted } from '../payments/order-store.ts'

type Asking = Pick<Context<'getCredits'>, 'db' | 'tenant' | 'facts' | 'query' | 'viewer' | 'now' | 'deps'>

/** Everything that can be bought in the caller's payment country, at the caller's prices. Throws `not_found` on a brand that sells nothing. */
export async function presentCredits({ db, deps, tenant, facts, query, viewer, now }: Asking): Promise<Credits> {
  const { settings } = tenant
  if (!sells(settings)) throw notFound()
  const country = paymentCountry(settings, query.country, facts.selectedCountry, facts.country)
  const currency = currencyIn(settings, country)
  const methods = methodsHere(deps, settings, country)
  const { code, method } = query
  const { discounts, refusal } = viewer
    ? await discountsOf(db, { member: viewer, tenant, country, currency, method, code, now })
    : { discounts: [], refusal: null }
  const saved = viewer
    ? await presentSavedMethods(db, deps, { member: viewer.id, tenant: settings.id, provider: settings.payment_provider })
    : null
  const typed = code ? discounts.find((one) => one.code === normalizeCode(code)) : undefined
  const priced = bundlesIn(settings, country).map((bundle) => ({ bundle, best: bestOf(discounts, bundle.price) }))
  const tooSmall = typed !== undefined && priced.every(({ bundle }) => bundle.price < typed.minimum)
  const used = priced.map(({ best }) => best)
  return {
    country,
    countries: settings.countries,
    currency,
    tax_included: vatRateIn(country) !== null,
    methods: methods.map((id) => ({ id })),
    bundles: priced.map(({ bundle, best }) => presentBundle(settings, bundle, best)),
    discount: presentDiscount(used.find((best) => best && best.id === typed?.id) ?? bestOfAll(used)),
    refusal: tooSmall ? 'minimum' : refusal,
    minimum: typed?.minimum ?? null,
    descriptor: settings.descriptor,
    stored_card: saved && methods.includes('card') ? saved.stored_card : null,
    mandate: saved && methods.includes('directdebit') ? saved.mandate : null,
    repeatable: viewer?.paid_user === true && (await selectLastCompleted(db, { member: viewer.id, tenant: settings.id })) !== undefined
  }
}

function presentBundle(settings: Tenant, { id, credits, price }: PricedBundle, best: Discount | null): Bundle {
  const paid = { price: best ? discounted(price, best.percentage) : price, credits }
  return {
    id,
    credits,
    price,
    discounted: best ? paid.price : null,
    code: best?.code ?? null,
    per_credit: costOf(1, paid),
    per_message: costOf(settings.message_credits, paid)
  }
}

/** The discount that saves the most on any bundle. */
function bestOfAll(found: readonly (Discount | null)[]): Discount | null {
  return found.reduce((best, one) => (one && (!best || one.percentage > best.percentage) ? one : best), null)
}

function presentDiscount(discount: Discount | null): Credits['discount'] {
  if (!discount) return null
  const { code, percentage, minimum, ends_at: end } = discount
  return { code, percentage, minimum, ends_at: end?.toISOString() ?? null }
}
