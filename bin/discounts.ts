import { inUnitOfWork } from '../origin/db/unit-of-work.ts'
import { endCode, listCodes, makeCode } from '../origin/discounts/manage-codes.ts'
import { DISCOUNT_VALIDITIES, type DiscountValidity } from '../shared/rules/discounts.ts'
import { dayBegins } from '../shared/rules/day.ts'
import { CURRENCIES, PAYMENT_METHODS, type PaymentMethod } from '../shared/tenants/selling.ts'
import { harmless } from './operator/harmless.ts'
import { BOOLEAN, runVerb, STRING } from './operator/operator-command.ts'
import { printJson, printTable } from './operator/print.ts'
import { withDeps, withDatabase } from './database/with-database.ts'
import { authorFrom, dayFrom, reasonFrom } from './operator/typed.ts'
import { UsageError } from './operator/usage-error.ts'

// `npm run discounts`: discount codes of the brands. They apply as soon as they are created.
const HELP = `npm run discounts -- <command>

  list [brand]            all codes, with how many orders use them; --json for programs
  make <brand> <code>     --percentage 15 --reason "Spring"; and, if you like:
                          --minimum 1995 --currency EUR   for orders of 19.95 or more
                          --country NL  --method card,ideal  --member <id>  --until 2027-01-31  --validity unlimited
  end <brand> <code>      --reason "Over"; members then see "Code not found"; orders that use it keep their price

--by   your name for the log (your user name)

A code is 4 to 24 letters, digits and dashes; each member can use it for one order, unless it is unlimited. It ends as the day of
--until begins where the brand is. Works with the database of DATABASE_URL, else with that of the npm start that runs
with this DATA_DIR.`

type Options = Partial<
  Record<'percentage' | 'minimum' | 'currency' | 'country' | 'method' | 'member' | 'until' | 'validity' | 'reason' | 'by', string>
>

interface Call {
  brand: string
  code: string
  options: Options
  json: boolean
}

const COMMANDS: Record<string, (call: Call) => Promise<void>> = {
  async list({ brand, json }) {
    const codes = await withDatabase((db) => listCodes(db, brand || null))
    if (json) return printJson(codes)
    printTable(
      ['brand', 'code', '%', 'from', 'only', 'until', 'reserved', 'used', 'by', 'why'],
      codes.map((row) => [
        row.tenant ?? '(all)',
        row.status === 'active' ? row.code : `${row.code} (ended)`,
        String(row.value_percentage),
        row.minimum_order_value > 0 ? `${row.minimum_order_value} ${row.currency}` : '',
        [row.country, row.currency, ...row.paymentmethods, row.member].filter(Boolean).join(' '),
        row.expires?.toISOString() ?? '',
        String(row.reserved),
        String(row.completed),
        harmless(row.author),
        harmless(row.reason)
      ])
    )
  },
  async make({ brand, code, options }) {
    const wanted = { tenant: brand, code: codeOf(code), ...valuesOf(options), ...actOf(options) }
    const became = await withDeps(async (deps) => {
      const found = deps.tenants.byId(brand)
      if (!found) throw new UsageError(`There is no brand "${brand}".`)
      const expires = options.until === undefined ? null : dayBegins(found.settings.time_zone, options.until)
      if (expires && expires <= deps.now()) throw new UsageError(NOT_LATER)
      return await inUnitOfWork(deps, (unit) => makeCode(unit, { ...wanted, expires }))
    })
    if (became === 'taken') throw new UsageError(`There is a code ${wanted.code} already; "list ${brand}" shows it.`)
    if (became === 'reserved') throw new UsageError(`${wanted.code} is the code of the offer for members who stay: choose another one.`)
    if (became === 'no_member') throw new UsageError(`${brand} has no member "${options.member}".`)
    console.log(`${wanted.code} takes ${wanted.percentage} % off on ${brand}`)
  },
  async end({ brand, code, options }) {
    const ended = { tenant: brand, code: codeOf(code), ...actOf(options) }
    if (!(await withDeps(({ db, now }) => endCode(db, { ...ended, now: now() }))))
      throw new UsageError(`${brand} has no active code ${ended.code}.`)
    console.log(`${ended.code} has ended on ${brand}`)
  }
}

function codeOf(typed: string): string {
  const code = typed.toUpperCase()
  if (!/^[A-Z0-9-]{4,24}$/.test(code)) throw new UsageError('A code is 4 to 24 letters, digits and dashes.')
  return code
}

const actOf = ({ by, reason }: Options) => ({ author: authorFrom(by), reason: reasonFrom(reason) })

const NOT_LATER = '--until must be a future day, such as 2027-01-31; the code ends as that day begins where the brand is.'

/** Throws a sentence about the first impossible value. */
function valuesOf(options: Options) {
  const percentage = Number(options.percentage)
  // A larger discount would reduce a small price to nothing, and providers can't collect nothing.
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(options.percentage ?? '') || percentage === 0 || percentage > 95)
    throw new UsageError('How much off? --percentage is above 0 and at most 95, such as 15 or 12.5.')
  if (!/^\d{1,7}$/.test(options.minimum ?? '0')) throw new UsageError('--minimum is in cents, up to 9999999: 1995 for 19.95.')
  const minimum = Number(options.minimum ?? 0)
  const currency = oneOf('currency', options.currency, CURRENCIES)
  if (minimum > 0 && currency === null) throw new UsageError('A minimum needs its currency: --currency EUR.')
  if (options.country !== undefined && !/^[A-Z]{2}$/.test(options.country)) throw new UsageError('--country is a code such as NL.')
  const methods = (options.method?.split(',') ?? []).map((method) => oneOf('method', method, PAYMENT_METHODS)!)
  if (options.until !== undefined && !dayFrom(options.until)) throw new UsageError(NOT_LATER)
  const validity = oneOf('validity', options.validity, DISCOUNT_VALIDITIES) ?? 'once-per-user'
  return {
    percentage,
    minimum,
    currency,
    country: options.country ?? null,
    methods: methods satisfies PaymentMethod[],
    member: options.member ?? null,
    validity: validity satisfies DiscountValidity
  }
}

function oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T | null {
  if (value === undefined) return null
  const found = known.find((one) => one === value)
  if (!found) throw new UsageError(`--${name} is one of: ${known.join(', ')}.`)
  return found
}

await runVerb({
  help: HELP,
  verbs: COMMANDS,
  words: (verb) => (verb === 'list' ? [0, 1] : [2, 2]),
  options: {
    json: BOOLEAN,
    percentage: STRING,
    minimum: STRING,
    currency: STRING,
    country: STRING,
    method: STRING,
    member: STRING,
    until: STRING,
    validity: STRING,
    reason: STRING,
    by: STRING
  },
  callOf: ([brand = '', code = ''], { json = false, ...options }) => ({ brand, code, options, json })
})
