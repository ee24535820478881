import type { Debt } from '../origin/credits/debts.ts'
import { isReference } from '../origin/db/reference.ts'
import { inUnitOfWork } from '../origin/db/unit-of-work.ts'
import { askByOperator } from '../origin/payments/ask-providers.ts'
import type { Report } from '../origin/payments/fact-store.ts'
import { grantByOperator, refundByOperator, resendByOperator, settleDebtByOperator, type Act } from '../origin/payments/operate.ts'
import type { Order } from '../origin/payments/order-store.ts'
import { providersToAsk, reconcile, type Difference } from '../origin/payments/reconcile.ts'
import { selectRefused, type Refused } from '../origin/payments/refund-store.ts'
import {
  csvOf,
  csvOfMoves,
  dailyTotals,
  listMoves,
  listOrders,
  ordersByPayment,
  showOrder,
  type DailyTotal,
  type Period
} from '../origin/payments/report-orders.ts'
import { reverseByOperator } from '../origin/payments/reverse-by-operator.ts'
import type { Deps } from '../origin/deps.ts'
import { ProviderRefused, ProviderUnavailable } from '../origin/providers/payment/port.ts'
import type { Db } from '../origin/http/handler.ts'
import { dayAfter, dayBegins, dayIn } from '../shared/rules/day.ts'
import type { Tenant } from '../shared/tenants/schema.ts'
import { CURRENCIES } from '../shared/tenants/selling.ts'
import { BOOLEAN, runVerb, STRING } from './operator/operator-command.ts'
import { printJson, printTable } from './operator/print.ts'
import { withDeps, withDatabase } from './database/with-database.ts'
import { authorFrom, dayFrom, noMember, reasonFrom } from './operator/typed.ts'
import { UsageError } from './operator/usage-error.ts'

// `npm run payments`: what was sold, and what operators do about it. Every act has an author and a reason, and is recorded in the books.
const HELP = `npm run payments -- <command>

  list                     orders, newest first
  show <reference>         an order with its member and what they owe, its refunds, the provider's reports, and what was
                           done about it, as JSON
  ask <reference>          asks the provider about an order, whatever its state, and applies what no report has said
  refund <reference>       gives back all that is left, or --amount in minor units (995 is 9.95); --reason
  resend <reference>       sends what the provider has refused to give back once more; with --elsewhere notes that its member
                           has the money another way, such as a bank transfer of yours; --reason
  grant <member> <credits>  gives a member credits; --reason
  settle <member> <amount> <currency>  takes minor units off what a member owes after a chargeback, because they paid
                           them, or with --waive because no one has to; with --back notes that you gave back what they
                           had paid, because their bank has returned the money since; --reason. The reference of an order
                           of theirs does as well, also when the account has been erased
  reverse <movement>       takes back granted credits or a settlement that was a mistake, by the number that it was given;
                           --reason
  reconcile                compares orders with the list of each provider that they were paid by; exit code 1 if they differ.
                           Refunds of the last day that the provider hasn't taken yet are "under way" and no difference
  daily                    totals by the day of payment where the brand is, brand, method and currency; what was given back
                           of these orders counts on that day, whenever it was: export --moves has the dates
  export                   orders as CSV for accountants, on standard output: those paid in the period, and those begun in it
                           that aren't paid; what was given back is as it is now. With --moves each movement of money that
                           was booked in it: payments, refunds, chargebacks and their reversals, paid debts

--from, --to  days such as 2026-11-01 in each brand's own time zone; --to is not included. Default: the last 31 days
--brand       only one brand
--by          your name for the log (your user name)
--json        prints list, daily and reconcile for programs

Works with the database of DATABASE_URL, else with that of the npm start that runs with this DATA_DIR. Providers are asked for refunds by the running
origin.`

interface Call {
  words: string[]
  period: (brand: Pick<Tenant, 'time_zone'>) => Period
  brand: string | undefined
  amount: string | undefined
  waive: boolean
  back: boolean
  elsewhere: boolean
  moves: boolean
  author: string
  reason: string | undefined
  json: boolean
}

/** How many orders a list shows. */
const LISTED = 1000

const money = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`

const COMMANDS: Record<string, (call: Call) => Promise<void>> = {
  async list({ period, brand, json }) {
    const orders = await eachBrand(brand, ({ db }, settings) => listOrders(db, period(settings), settings, LISTED + 1))
    orders.sort((one, other) => other.id - one.id)
    if (json) return printJson(orders.slice(0, LISTED))
    if (orders.length === 0) console.log('No orders in this period.')
    else printOrders(orders)
    await printRefused(brand)
  },
  async show({ words: [name = ''] }) {
    const found = await withDatabase((db) => showOrder(db, name))
    if (!found) throw noOrder(name)
    printJson(found)
  },
  async ask({ words: [name = ''] }) {
    const found = await withDeps((deps) => askByOperator(deps, name)).catch(orNotAsked)
    if (found === 'unknown') throw noOrder(name)
    if (found === 'not_set_up') throw new UsageError('The provider of this order is not set up.')
    const { order, news, refused } = found
    if (news.length === 0) console.log(`${order.reference}: nothing new at ${order.provider}`)
    for (const report of news) console.log(`${order.reference}: ${sayReport(report)}`)
    console.log(`${order.reference} is ${order.status} now`)
    for (const one of refused) console.log(sayRefused(one))
  },
  async refund(call) {
    const [order = ''] = call.words
    const amount = call.amount === undefined ? null : wholeNumber(call.amount, '--amount')
    const done = await withDeps((deps) => inUnitOfWork(deps, (unit) => refundByOperator(unit, { ...actOf(call), order, amount })))
    if (done === 'unknown') throw noOrder(order)
    if (typeof done === 'object' && 'refused' in done) throw new UsageError(sayRefused(done.refused))
    if (done === 'not_paid') throw new UsageError(`Nothing of ${order} can be refunded: it is not paid, or was refunded in full.`)
    if (done === 'too_much') throw new UsageError(`${order} has less than that left to refund.`)
    console.log(`${order}: ${money(done.amount, done.order.currency)} and ${done.credits} credits go back`)
  },
  async resend(call) {
    const [order = ''] = call.words
    const { elsewhere } = call
    const done = await withDeps((deps) => inUnitOfWork(deps, (unit) => resendByOperator(unit, { ...actOf(call), order, elsewhere })))
    if (done === 'unknown') throw noOrder(order)
    if (typeof done === 'string') throw new UsageError(`The provider has refused no refund of ${order}.`)
    const becomes = elsewhere ? 'count as given back another way' : 'will be sent again'
    console.log(`${order}: ${money(done.amount, done.order.currency)} that the provider refused to give back ${becomes}`)
  },
  async grant(call) {
    const [member = '', number = ''] = call.words
    const credits = wholeNumber(number, 'The number of credits')
    const granted = await withDeps((deps) => inUnitOfWork(deps, (unit) => grantByOperator(unit, { ...actOf(call), member, credits })))
    if (granted === null) throw noMember(member)
    console.log(`${member} has ${granted.balance} credits now (movement ${granted.movement})`)
  },
  async settle(call) {
    const [debtor = '', number = '', currency = ''] = call.words
    const debt = { amount: wholeNumber(number, 'The amount'), currency }
    if (!CURRENCIES.some((known) => known === currency)) throw new UsageError(`"${currency}" is not a currency such as EUR.`)
    if (call.waive && call.back) throw new UsageError('Use either --waive or --back.')
    const how = call.back ? 'returned' : call.waive ? 'waived' : 'paid'
    const order = { ...actOf(call), ...debt, debtor, how } as const
    const settled = await withDeps((deps) => inUnitOfWork(deps, (unit) => settleDebtByOperator(unit, order)))
    if (settled === 'unknown') throw isReference(debtor) ? noOrder(debtor) : noMember(debtor)
    const they = isReference(debtor) ? `The member of ${debtor}` : debtor
    if (typeof settled === 'string') throw new UsageError(call.back ? sayNoneBack(they, settled, debt) : sayOwesLess(they, settled, debt))
    const becomes = call.back ? `has ${money(debt.amount, currency)} back` : sayOwes(settled.owed)
    console.log(`${they} ${becomes} (movement ${settled.movement})`)
  },
  async reverse(call) {
    const movement = wholeNumber(call.words[0] ?? '', 'The number of a movement', 15)
    const done = await withDeps((deps) => inUnitOfWork(deps, (unit) => reverseByOperator(unit, { ...actOf(call), movement })))
    if (typeof done === 'string') throw new UsageError(NOT_REVERSED[done](movement))
    if ('given' in done) throw new UsageError(`Movement ${movement} gave ${done.given} credits, and its member has only ${done.left} left.`)
    console.log(`Movement ${movement} is reversed: its member ${'owed' in done ? sayOwes(done.owed) : `has ${done.credits} credits now`}`)
  },
  async reconcile({ period, brand, json }) {
    const found = await eachBrand(brand, async (deps, settings) => {
      const each = []
      for (const provider of await providersToAsk(deps, settings, period(settings))) {
        const of = { tenant: settings.id, provider }
        each.push({ ...of, differences: await reconcile(deps, of, period(settings)) })
      }
      return each
    })
    if (json) printJson(found)
    for (const { tenant, provider, differences } of json ? [] : found) {
      if (differences === null) console.log(`${tenant}: ${provider} is not set up`)
      else if (!differences.some(isReal)) console.log(`${tenant}: the same as at ${provider}`)
      for (const { name, what } of differences ?? []) console.log(`${tenant}: ${name} ${what}`)
    }
    const differ = found.some(({ differences }) => differences?.some(isReal))
    if (differ && !json) console.log('To apply what a provider says about an order: npm run payments -- ask <reference>')
    if (differ || found.some(({ differences }) => differences === null)) process.exitCode = 1
  },
  async daily({ period, brand, json }) {
    const totals = await eachBrand(brand, ({ db }, settings) => dailyTotals(db, period(settings), settings))
    const place = ({ day, tenant }: DailyTotal) => `${day} ${tenant}`
    totals.sort((one, other) => place(one).localeCompare(place(other)))
    if (json) return printJson(totals)
    printTable(
      ['day', 'in', 'brand', 'method', 'orders', 'paid', 'given back'],
      totals.map(({ day, time_zone: zone, tenant, method, currency, orders, paid, returned }) => [
        day,
        zone,
        tenant,
        method,
        String(orders),
        money(paid, currency),
        money(returned, currency)
      ])
    )
    await printRefused(brand)
  },
  async export({ period, brand, moves }) {
    const zones = new Map<string, string>()
    const zoneOf = (tenant: string) => zones.get(tenant)!
    const rowsOf = async <R extends { id: number }>(select: (db: Db, period: Period, settings: Tenant) => Promise<R[]>) => {
      const rows = await eachBrand(brand, async ({ db }, settings) => {
        zones.set(settings.id, settings.time_zone)
        return await select(db, period(settings), settings)
      })
      return rows.sort((one, other) => one.id - other.id)
    }
    process.stdout.write(moves ? csvOfMoves(await rowsOf(listMoves), zoneOf) : csvOf(await rowsOf(ordersByPayment), zoneOf))
  }
}

function printOrders(orders: readonly Order[]): void {
  printTable(
    ['order', 'brand', 'begun', 'method', 'total', 'status', 'given back'],
    orders
      .slice(0, LISTED)
      .map((order) => [
        order.reference,
        order.tenant,
        order.created_at.toISOString(),
        order.method,
        money(order.total, order.currency),
        order.status,
        sayReturned(order)
      ])
  )
  if (orders.length > LISTED) console.log(`Only the newest ${LISTED}: choose a shorter period with --from and --to, or use export.`)
}

function sayReturned({ total, refunded, currency, charged_back: taken }: Order): string {
  if (taken === total) return 'charged back'
  const given = refunded > 0 ? [money(refunded, currency)] : []
  return [...given, ...(taken > 0 ? [`${money(taken, currency)} charged back`] : [])].join(' and ')
}

/** What the tables show as given back, and no member has: whenever its orders were placed, because it waits for an operator. */
async function printRefused(brand: string | undefined): Promise<void> {
  for (const refused of await eachBrand(brand, ({ db }, { id: tenant }) => selectRefused(db, { tenant }))) console.log(sayRefused(refused))
}

/** What a provider reported, and whether it changed anything. */
function sayReport({ fact: { kind, amount, currency }, ignored }: Report): string {
  const said = `${kind.replaceAll('_', ' ')}, ${money(amount, currency)}`
  return ignored === null ? said : `${said}, which changes nothing: ${ignored}`
}

function orNotAsked(error: unknown): never {
  throw error instanceof ProviderUnavailable || error instanceof ProviderRefused ? new UsageError(error.message) : error
}

const sayOwes = (owed: readonly Debt[]) => `owes ${owed.map(({ amount, currency }) => money(amount, currency)).join(', ') || 'nothing'} now`

/** Why a movement wasn't reversed. */
const NOT_REVERSED = {
  unknown: (movement: number) => `There is no movement ${movement}.`,
  not_by_hand: (movement: number) =>
    `Movement ${movement} is neither granted credits nor a settled debt. To give an order's money back, use refund.`,
  reversed: (movement: number) => `Movement ${movement} has already been reversed.`,
  not_due: (movement: number) =>
    `Movement ${movement} settled a debt that isn't owed any more: a bank has returned its money since. If the member never paid it, use settle --back.`
}

const sayOwesLess = (they: string, found: 'nothing' | 'too_much', { amount, currency }: Debt) =>
  found === 'nothing' ? `${they} owes nothing in ${currency}.` : `${they} owes less than ${money(amount, currency)}.`

const sayNoneBack = (they: string, found: 'nothing' | 'too_much', { amount, currency }: Debt) =>
  `${they} has paid ${found === 'nothing' ? `nothing in ${currency}` : `less than ${money(amount, currency)}`} for debts whose chargebacks were reversed.`

const sayRefused = ({ reference, amount, currency, answer }: Refused) =>
  `The provider has refused to give back ${money(amount, currency)} of ${reference} (${answer}): npm run payments -- resend ${reference}`

/** What `work` finds for one brand, or for each; throws for an unknown brand, which would look like one without orders. */
async function eachBrand<T>(brand: string | undefined, work: (deps: Deps, settings: Tenant) => Promise<T[]>): Promise<T[]> {
  return await withDeps(async (deps) => {
    const all = deps.tenants.all().map(({ settings }) => settings)
    const asked = brand === undefined ? all : all.filter(({ id }) => id === brand)
    if (brand !== undefined && asked.length === 0) throw noBrand(brand)
    const found: T[] = []
    for (const settings of asked) found.push(...(await work(deps, settings)))
    return found
  })
}

/** A refund that its provider hasn't accepted yet is listed, but isn't a difference. */
const isReal = ({ under_way: underWay }: Difference) => !underWay

const noOrder = (name: string) => new UsageError(`There is no order "${name}".`)

const noBrand = (brand: string) => new UsageError(`There is no brand "${brand}".`)

const actOf = ({ author, reason }: Call): Act => ({ author, reason: reasonFrom(reason) })

function wholeNumber(text: string, what: string, digits = 7): number {
  if (!/^[1-9]\d*$/.test(text) || text.length > digits) throw new UsageError(`${what} is a whole number above 0, not "${text}".`)
  return Number(text)
}

const DAY = 24 * 3600 * 1000

/** The period of these days where a brand is. */
function periodOf(from: string | undefined, to: string | undefined): Call['period'] {
  for (const day of [from, to]) if (day !== undefined && !dayFrom(day)) throw new UsageError(`"${day}" is not a day such as 2026-11-01.`)
  return ({ time_zone: zone }) => {
    const end = to ?? dayAfter(dayIn(zone, new Date()))
    const begin = from ?? new Date(Date.parse(end) - 32 * DAY).toISOString().slice(0, 10)
    if (begin >= end) throw new UsageError('--from is a day before --to.')
    return { from: dayBegins(zone, begin), to: dayBegins(zone, end) }
  }
}

/** How many words each takes; others take none. */
const WORDS: Partial<Record<string, number>> = { show: 1, ask: 1, refund: 1, resend: 1, grant: 2, settle: 3, reverse: 1 }

await runVerb({
  help: HELP,
  verbs: COMMANDS,
  words: (verb) => [WORDS[verb] ?? 0, WORDS[verb] ?? 0],
  options: {
    by: STRING,
    reason: STRING,
    amount: STRING,
    from: STRING,
    to: STRING,
    brand: STRING,
    json: BOOLEAN,
    waive: BOOLEAN,
    back: BOOLEAN,
    elsewhere: BOOLEAN,
    moves: BOOLEAN
  },
  callOf: (
    words,
    { by, json = false, waive = false, back = false, elsewhere = false, moves = false, reason, amount, from, to, brand }
  ) => ({
    words,
    period: periodOf(from, to),
    author: authorFrom(by),
    json,
    reason,
    amount,
    brand,
    waive,
    back,
    elsewhere,
    moves
  })
})
