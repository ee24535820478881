import * as v from 'valibot'
import { CURRENCIES, PAYMENT_METHODS } from '../tenants/selling.ts'
import { DISCOUNT_REFUSALS } from '../rules/discounts.ts'
import { TypedCode } from './discounts.ts'
import { contract } from './endpoint.ts'
import { CountryCode, Instant, NoBody, PublicId } from './values.ts'

/** Minor units (cents) of the answer's currency, tax included. */
const Amount = v.number()

/** A bundle as it can be bought in one country. */
export const Bundle = v.strictObject({
  id: v.string(),
  credits: v.number(),
  price: Amount,
  /** The price with the best discount; null without one. Discounts are never combined. */
  discounted: v.nullable(Amount),
  /** The code of that discount. */
  code: v.nullable(v.string()),
  /** What one credit and one message cost with this bundle, rounded up. */
  per_credit: Amount,
  per_message: Amount
})
export type Bundle = v.InferOutput<typeof Bundle>

/** The payment methods that a member has saved on a site. */
export const SavedMethods = v.strictObject({
  /** The card that the member had saved, such as "Visa •••• 4242"; never chosen for them. */
  stored_card: v.nullable(v.strictObject({ id: PublicId, label: v.string() })),
  /** The account that a direct debit would be collected from: the last four digits; null without a mandate. */
  mandate: v.nullable(v.strictObject({ iban_end: v.string() }))
})
export type SavedMethods = v.InferOutput<typeof SavedMethods>

/** What can be bought in one country, and how. */
export const Credits = v.strictObject({
  /** The payment country, one of `countries`. */
  country: CountryCode,
  countries: v.array(CountryCode),
  currency: v.picklist(CURRENCIES),
  /** Is the tax rate there known, so that receipts name the tax? Versions before this one leave it out. */
  tax_included: v.optional(v.boolean()),
  /** In the order in which they are offered. */
  methods: v.array(v.strictObject({ id: v.picklist(PAYMENT_METHODS) })),
  /** Smallest first. */
  bundles: v.array(Bundle),
  /** The code that was asked for, if any bundle has it; otherwise the best discount on any bundle. */
  discount: v.nullable(v.strictObject({ code: v.string(), percentage: v.number(), minimum: Amount, ends_at: v.nullable(Instant) })),
  /** Why the code that was asked for doesn't apply; the text is `discount.<refusal>`. */
  refusal: v.nullable(v.picklist(DISCOUNT_REFUSALS)),
  /** The least that an order has to cost for that code to apply, and 0 if it doesn't matter; null without a code that does. */
  minimum: v.nullable(Amount),
  /** The text on the bank statement. */
  descriptor: v.string(),
  /** The saved ones among `methods`. */
  ...SavedMethods.entries,
  /** The member has completed an order on this site, which can be repeated. */
  repeatable: v.boolean()
})
export type Credits = v.InferOutput<typeof Credits>

export const credits = contract({
  getCredits: {
    method: 'GET',
    path: '/api/credits.php',
    summary:
      "Bundles, prices and ways to pay in a country where the brand sells; without one, or in any other, in the country that the caller chose or is in, otherwise the brand's main one.",
    audience: 'anyone',
    guess: 'code',
    query: v.strictObject({
      country: v.optional(CountryCode),
      code: v.optional(TypedCode),
      /** Some codes apply only to some ways to pay. */
      method: v.optional(v.picklist(PAYMENT_METHODS, 'invalid'))
    }),
    body: NoBody,
    output: Credits,
    errors: ['not_found']
  }
})
