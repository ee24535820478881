import * as v from 'valibot'
import { CODE_LENGTH, DISCOUNT_REFUSALS, DISCOUNT_VALIDITIES } from '../rules/discounts.ts'
import { CURRENCIES, PAYMENT_METHODS } from '../tenants/selling.ts'
import { contract } from './endpoint.ts'
import { CountryCode, Instant, NoBody, Nothing, NoQuery, PublicId } from './values.ts'

/** A discount code (docs/requirements.tsv). */
const DiscountCode = v.strictObject({
  code: v.string(),
  value_percentage: v.number(),
  /** Minor units of `currency`; 0: none. */
  minimum_order_value: v.number(),
  /** Null: everywhere. */
  country: v.nullable(CountryCode),
  /** The only member who can use it: the caller. */
  user_id: v.nullable(PublicId),
  expires: v.nullable(Instant),
  currency: v.nullable(v.picklist(CURRENCIES)),
  status: v.picklist(['active']),
  validity: v.picklist(DISCOUNT_VALIDITIES),
  expired: v.boolean(),
  /** Empty: every method. */
  paymentmethods: v.array(v.picklist(PAYMENT_METHODS))
})
export type DiscountCode = v.InferOutput<typeof DiscountCode>

/** As typed: case and spaces don't matter. */
export const TypedCode = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(CODE_LENGTH, 'too_long'),
  v.regex(/^\P{C}+$/u, 'invalid')
)

export const discounts = contract({
  getDiscountCode: {
    method: 'GET',
    path: '/api/discountcode.php',
    summary:
      'A discount code, and why it does not apply to the member, or to an order of this value (minor units), country, currency and method. A code that is unknown, inactive or another member’s is not found.',
    audience: 'member',
    limit: 'attempt',
    query: v.strictObject({
      code: TypedCode,
      order: v.optional(v.pipe(v.string('invalid'), v.regex(/^\d{1,9}$/, 'invalid'), v.transform(Number))),
      country: v.optional(CountryCode),
      currency: v.optional(v.picklist(CURRENCIES, 'invalid')),
      method: v.optional(v.picklist(PAYMENT_METHODS, 'invalid'))
    }),
    body: NoBody,
    output: v.strictObject({ discount: v.nullable(DiscountCode), refusal: v.nullable(v.picklist(DISCOUNT_REFUSALS)) })
  },
  getWelcomeCode: {
    method: 'GET',
    path: '/api/discountcode.php',
    when: 'welcome',
    summary: 'The welcome code of a new member who has not bought anything; null for others.',
    audience: 'member',
    query: v.strictObject({ welcome: v.picklist(['true', '1'], 'invalid') }),
    body: NoBody,
    output: v.strictObject({ discount: v.nullable(DiscountCode) })
  },
  seeTimeBonus: {
    method: 'POST',
    path: '/api/time-bonus.php',
    summary: 'The popup of the time bonus was shown: it opens once for a member, on whatever device.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  }
})
