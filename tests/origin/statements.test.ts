import { describe, expect, test } from 'vitest'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { spend } from '../../origin/credits/spend.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { takeMailEvent } from '../../origin/notifications/take-mail-event.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { sendStatements } from '../../origin/statements/send-statements.ts'
import { formatMoney } from '../../shared/i18n/money.ts'
import { bundlesIn } from '../../shared/rules/prices.ts'
import { monthToState } from '../../shared/rules/statements.ts'
import { tokenOf, type TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'
import { sentence } from '../fixtures/sentence.ts'

const shop = useShop()

const DAY = 24 * 3600

const aBuyer = (more = {}) => shop.aBuyer({ language: 'en', country: 'NL', ...more })
const zone = () => shop.origin.tenant('velvet').settings.time_zone
/** Moves the clock to the day of a month on which statements are mailed, or one on which they no longer are. */
function until(due: boolean): void {
  do shop.origin.advance(DAY)
  while ((monthToState(zone(), shop.origin.now()) !== null) !== due)
}
/** The first day on which the statements of this month are mailed, and everything that is due then. */
async function nextMonth(): Promise<void> {
  until(false)
  until(true)
  await runSweeps(shop.origin.deps)
}
const statementsTo = async ({ row }: TestMember) =>
  (await shop.origin.mails(row.email)).filter(({ subject }) => subject.startsWith('Your statement'))
/** How many have ever been sent: the mailbox keeps those purged from the table. */
async function countTo({ row }: TestMember, subject = /^Your statement/): Promise<number> {
  await shop.origin.mails(row.email)
  return shop.origin.sent.filter((mail) => mail.to === row.email && subject.test(mail.subject)).length
}
const give = ({ row }: TestMember, credits: number) =>
  grantCredits(shop.origin.deps.db, {
    member: row.id,
    tenant: 'velvet',
    credits,
    movement: newPublicId(),
    reason: 'goodwill',
    now: shop.origin.now()
  })
const use = ({ row }: TestMember, credits: number, reason: 'message' | 'photo' | 'gift' = 'gift') =>
  spend(shop.origin.deps.db, { member: row.id, tenant: 'velvet', credits, reason, key: newPublicId(), now: shop.origin.now() })
const line = (key: string, values = {}) => sentence(`mail.statement.${key}`, values)

describe('the monthly statement', () => {
  test('says what was paid, refunded, bought, spent and left, and the member’s own limits', async () => {
    const anna = await aBuyer()
    await shop.origin.call('setLimits', { as: anna, body: { limits: { currency: 'EUR', day: null, month: 50_000 }, pause: 'day' } })
    shop.origin.advance(2 * DAY)
    const id = await shop.order(anna)
    await give(anna, 10)
    await use(anna, 3, 'message')
    await use(anna, 4, 'photo')
    await use(anna, 5, 'gift')
    const paid = await shop.origin.deps.db.selectFrom('orders').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()
    const back = (await shop.origin.call('withdraw', { as: anna, body: { payment_id: id } })).body
    const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: zone() }).format(shop.origin.now())
    await runSweeps(shop.origin.deps)
    expect(await statementsTo(anna)).toEqual([])
    await nextMonth()
    const [mail, ...more] = await statementsTo(anna)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(line('subject', { month }))
    const money = (amount: number) => formatMoney('en-NL', amount, paid.currency)
    const said = mail!.text.split('\n\n')
    expect(said).toEqual(
      expect.arrayContaining([
        `This is what you paid and used on Velvet and the sites with the same members last month (${month}).`,
        line('paid', { amount: money(paid.total) }),
        line('refunded', { amount: money(back.amount) }),
        line('bought', { credits: paid.credits }),
        line('given', { credits: 10 }),
        ...(['message', 'photo', 'gift'] as const).map((kind, index) => line('spent', { kind, credits: 3 + index })),
        line('taken', { credits: back.credits }),
        line('left', { credits: paid.credits + 10 - 12 - back.credits }),
        line('month_limit', { amount: money(50_000) }),
        line('note', { limits: 'yes' })
      ])
    )
    expect(said.join()).not.toContain('limit for a day')
    expect(mail!.links.map((link) => new URL(link).pathname)).toEqual(['/transactions', expect.stringMatching(/^\/[\w-]{43}$/)])
    expect(`${mail!.text} ${mail!.html}`).not.toMatch(/\/credits|premium|discount/i)
  })

  test('promises only what the settings of its brand have', async () => {
    const anna = await aBuyer()
    const noteNow = async () => {
      await give(anna, 1)
      await use(anna, 1, 'photo')
      await nextMonth()
      const { text } = (await statementsTo(anna)).at(-1)!
      return /In your settings you can [^.]*\./.exec(text)![0]
    }
    const limits = 'In your settings you can set a spending limit, pause buying and turn this email off.'
    const { payment_provider } = shop.origin.tenant('velvet').settings
    expect(await noteNow()).toBe(limits)
    for (const without of [{ payment_provider: 'none' }, { status: 'paused' }] as const) {
      await shop.origin.publish({ id: 'velvet', ...without })
      expect([without, await noteNow()]).toEqual([without, 'In your settings you can turn this email off.'])
      await shop.origin.publish({ id: 'velvet', payment_provider, status: 'live' })
    }
  })

  test('says what a bank took, and in a later month what it returned', async () => {
    const anna = await aBuyer()
    const id = await shop.order(anna)
    const { credits } = shop.smallest()
    const payment = shop.begunWith(id)[0]!.id
    const statedNow = async () => {
      await nextMonth()
      return (await statementsTo(anna)).at(-1)!.text
    }
    await shop.payments.sandbox.chargeBack(payment)
    expect(await statedNow()).toContain(line('taken', { credits }))
    await shop.payments.sandbox.reverseChargeback(payment)
    const returned = await statedNow()
    expect(returned).toContain(line('corrected', { credits }))
    for (const key of ['paid', 'refunded']) expect(returned).not.toContain(line(key, { amount: '' }).split(':')[0])
    expect(returned).toContain(line('left', { credits }))
    expect(returned).not.toContain(line('taken', { credits: 0 }).split(':')[0])
  })

  test('comes once a month, however often and by how many processes the job runs, and whenever one of them dies', async () => {
    const readers = await Promise.all([aBuyer(), aBuyer(), aBuyer()])
    for (const reader of readers) {
      await give(reader, 20)
      await use(reader, 1)
    }
    until(false)
    until(true)
    // The process dies while it writes a mail: the transaction is gone.
    const linkBase = () => {
      throw new Error('killed')
    }
    await sendStatements({ ...shop.origin.deps, linkBase })
    for (const reader of readers) expect(await countTo(reader)).toBe(0)
    await Promise.all([1, 2, 3, 4].map(() => sendStatements(shop.origin.deps)))
    await runSweeps(shop.origin.deps)
    for (let days = 0; days < 3; days++) {
      shop.origin.advance(DAY)
      await runSweeps(shop.origin.deps)
    }
    // Nothing moves in the month after it.
    await nextMonth()
    for (const reader of readers) expect(await countTo(reader)).toBe(1)
  })

  test('the books refuse that a month is due twice', async () => {
    const anna = await aBuyer()
    await give(anna, 20)
    await use(anna, 1)
    await nextMonth()
    // Even if the list of the month were made again.
    await shop.origin.deps.db.deleteFrom('statement_months').execute()
    await runSweeps(shop.origin.deps)
    expect(await countTo(anna)).toBe(1)
  })

  test('isn’t for someone who only got credits, nor for those who get no mails; one who unsubscribed from news gets it', async () => {
    const [idle, unconfirmed, bounced, quiet] = [await aBuyer(), await aBuyer({ status: 'not_confirmed' }), await aBuyer(), await aBuyer()]
    for (const one of [idle, unconfirmed, bounced, quiet]) await give(one, 10)
    for (const one of [unconfirmed, bounced, quiet]) await use(one, 1)
    await inUnitOfWork(shop.origin.deps, (unit) => takeMailEvent(unit, bounced.row.email, 'bounce'))
    await inUnitOfWork(shop.origin.deps, (unit) => takeMailEvent(unit, quiet.row.email, 'unsubscribe'))
    await nextMonth()
    const counts = [idle, unconfirmed, bounced, quiet].map((one) => countTo(one))
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 1])
  })

  test('ends by the link in it or in the settings, without ending anything else, and can be had again', async () => {
    const anna = await aBuyer()
    const settings = async () => (await shop.origin.call('getNotifications', { as: await shop.origin.signIn(anna) })).body
    const set = async (statement: boolean) =>
      (await shop.origin.call('updateNotifications', { as: await shop.origin.signIn(anna), body: { statement } })).body
    const before = await settings()
    expect(before.statement).toBe(true)
    await give(anna, 20)
    await use(anna, 1)
    await nextMonth()
    const [mail] = await statementsTo(anna)
    const token = tokenOf({ links: mail!.links.slice(1) })
    expect((await shop.origin.call('useToken', { body: { token } })).body).toMatchObject({ purpose: 'unsubscribe' })
    expect(await settings()).toEqual({ ...before, statement: false })
    expect((await shop.origin.call('getToken', { query: { token } })).body.state).toBe('used')
    await use(anna, 1)
    await nextMonth()
    expect(await countTo(anna)).toBe(1)
    expect(await set(true)).toEqual(before)
    await use(anna, 1)
    await nextMonth()
    expect(await countTo(anna)).toBe(2)
    expect(await set(false)).toMatchObject({ statement: false })
  })
})

describe('someone who pays a lot, and much more than before', () => {
  const noticesTo = async ({ row }: TestMember) =>
    (await shop.origin.mails(row.email)).filter(({ subject }) => subject === sentence('mail.unusual_spending.subject'))
  const NOTICE = new RegExp(`^${sentence('mail.unusual_spending.subject')}$`)
  const buy = async (as: TestMember, times: number) => {
    const { total, bundle } = largestBundle()
    for (let time = 0; time < times; time++) await shop.order(as, 'pay', { bundle, total })
  }
  const largestBundle = () => {
    const { id: bundle, price: total } = bundlesIn(shop.origin.tenant('velvet').settings, 'NL').at(-1)!
    return { bundle, total }
  }

  test('is mailed once how much it is, and where to set a limit', async () => {
    const anna = await aBuyer()
    await buy(anna, 2)
    expect(await noticesTo(anna)).toEqual([])
    await buy(anna, 2)
    const [notice, ...more] = await noticesTo(anna)
    expect(more).toEqual([])
    const amount = formatMoney('en-NL', 3 * largestBundle().total, 'EUR')
    expect(notice?.text).toContain(`In the last 30 days you’ve paid ${amount} on Velvet and the sites with the same members.`)
    expect(new URL(notice!.links[0]!).pathname).toBe('/settings')
  })

  test('isn’t mailed for spending as before, nor for what went back', async () => {
    const [steady, fickle] = [await aBuyer(), await aBuyer()]
    await buy(steady, 3)
    await buy(fickle, 2)
    const [first] = (await shop.origin.call('listWithdrawable', { as: fickle })).body.orders
    await shop.origin.call('withdraw', { as: fickle, body: { payment_id: first!.payment_id } })
    await buy(fickle, 1)
    expect(await noticesTo(fickle)).toEqual([])
    shop.origin.advance(31 * DAY)
    await buy(await shop.origin.signIn(steady), 4)
    // For the first three.
    expect(await countTo(steady, NOTICE)).toBe(1)
  })
})
