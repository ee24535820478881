import { expect, test } from 'vitest'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { selectLog } from '../../origin/moderation/log.ts'
import { takeMeasure } from '../../origin/moderation/verbs.ts'
import { LIMITED_HOURS, KEPT_DAYS } from '../../shared/rules/retention.ts'
import { TIME_BONUS_SECONDS, WELCOME_DAYS } from '../../shared/rules/discounts.ts'
import { PAUSES, RAISE_HOURS } from '../../shared/rules/spending-limits.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { origin } = shop

const HOUR = 3600
const DAY = 24 * HOUR

const logIn = async ({ row }: TestMember) => await origin.call('login', { body: { credentials: { login: row.email, password: PASSWORD } } })
const suspend = async ({ id }: TestMember, seconds: number) =>
  await inUnitOfWork(origin.deps, (unit) =>
    takeMeasure(unit, {
      about: id,
      measure: 'suspend',
      rule: 'spam',
      reasons: 'You wrote the same to everyone.',
      until: new Date(origin.now().getTime() + seconds * 1000),
      author: 'mia'
    })
  )
/** What buying the smallest bundle is answered with. */
const buy = async (as: TestMember) => {
  const { status, body } = await shop.create(as)
  return status === 200 ? 'bought' : body.error?.code
}
const setLimits = async (as: TestMember, body: object) => expect((await origin.call('setLimits', { as, body })).status).toBe(200)
const newcomer = () => origin.aMember({ signup_date: origin.now(), bonus_popup_at: null })
const resetLink = async (member: TestMember) => {
  await origin.call('requestPasswordReset', { body: { email: member.row.email } })
  return tokenOf((await origin.mails(member.row.email)).at(-1))
}

/** A member with the limited session of a suspension; returns the measure that it shows. */
async function seeSuspension(seconds: number): Promise<() => Promise<unknown>> {
  const bob = await shop.aBuyer()
  await suspend(bob, seconds)
  const cookie = (await logIn(bob)).headers.get('set-cookie')!.split(';')[0]!
  return async () => (await origin.call('getStanding', { headers: { cookie } })).body.decision?.measure ?? 'none'
}

interface End {
  what: string
  /** After how many seconds it ends. */
  after: number
  /** Begins it; returns what someone can see of it. */
  begin: () => Promise<() => Promise<unknown>>
  during: unknown
  afterwards: unknown
}

/** Everything that ends by itself at a time that a member is told, as a member meets it. */
const ENDS: End[] = [
  {
    what: 'a suspension, for a log-in',
    after: 2 * HOUR,
    begin: async () => {
      const bob = await shop.aBuyer()
      await suspend(bob, 2 * HOUR)
      return async () => (await logIn(bob)).body.error?.code ?? 'logged in'
    },
    during: 'account_restricted',
    afterwards: 'logged in'
  },
  {
    what: 'a suspension, for the limited session',
    after: 2 * HOUR,
    begin: () => seeSuspension(2 * HOUR),
    during: 'suspend',
    afterwards: 'none'
  },
  {
    what: 'the limited session of a suspended member',
    after: LIMITED_HOURS * HOUR,
    begin: () => seeSuspension(30 * DAY),
    during: 'suspend',
    afterwards: 'none'
  },
  {
    what: 'the block after wrong passwords',
    after: 15 * 60,
    begin: async () => {
      const bob = await shop.aBuyer()
      for (let time = 0; time < 5; time++)
        await origin.call('login', { body: { credentials: { login: bob.row.email, password: 'wrong' } } })
      return async () => (await logIn(bob)).body.error?.code ?? 'logged in'
    },
    during: 'login_blocked',
    afterwards: 'logged in'
  },
  {
    what: 'the way back of a deleted account',
    after: KEPT_DAYS.reactivation * DAY,
    begin: async () => {
      const bob = await shop.aBuyer()
      await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
      return async () => (await logIn(bob)).body.error?.code
    },
    during: 'account_deleted',
    afterwards: 'login_failed'
  },
  {
    what: 'a pause of buying',
    after: PAUSES.day * DAY,
    begin: async () => {
      const bob = await shop.aBuyer()
      await setLimits(bob, { pause: 'day' })
      return () => buy(bob)
    },
    during: 'buying_paused',
    afterwards: 'bought'
  },
  {
    what: 'the wait for a looser limit',
    after: RAISE_HOURS * HOUR,
    begin: async () => {
      const bob = await shop.aBuyer()
      for (const day of [1, null]) await setLimits(bob, { limits: { currency: 'EUR', day, month: null } })
      return () => buy(bob)
    },
    during: 'spending_limit',
    afterwards: 'bought'
  },
  {
    what: 'the time bonus',
    after: TIME_BONUS_SECONDS,
    begin: async () => {
      const bob = await newcomer()
      return async () => (await shop.userOf(bob)).time_bonus !== null
    },
    during: true,
    afterwards: false
  },
  {
    what: 'the welcome code',
    after: WELCOME_DAYS * DAY,
    begin: async () => {
      const bob = await newcomer()
      return async () => (await origin.call('getWelcomeCode', { as: bob, query: { welcome: 'true' } })).body.discount !== null
    },
    during: true,
    afterwards: false
  },
  {
    what: 'the link of a mail',
    after: HOUR,
    begin: async () => {
      const bob = await shop.aBuyer()
      const token = await resetLink(bob)
      return async () => (await origin.call('getToken', { query: { token } })).body.state
    },
    during: 'open',
    afterwards: 'expired'
  }
]

test.each(ENDS)('ends at its time, before any job has run: $what', async ({ after, begin, during, afterwards }) => {
  const look = await begin()
  origin.advance(after - 1)
  expect(await look()).toEqual(during)
  origin.advance(1)
  expect(await look()).toEqual(afterwards)
})

test('a suspension that a log-in has ended is announced once, and the member acts at once', async () => {
  const bob = await shop.aBuyer({ language: 'en' })
  await suspend(bob, HOUR)
  origin.advance(HOUR)
  const answers = await Promise.all([logIn(bob), logIn(bob)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const cookie = answers[1].headers.get('set-cookie')!.split(';')[0]!
  expect((await origin.call('getUser', { headers: { cookie } })).status).toBe(200)
  expect((await selectLog(origin.deps.db, { subject: bob.id })).map(({ verb, author }) => `${author}: ${verb}`)).toEqual([
    'mia: suspend',
    'system: unban'
  ])
})

test('a ban that replaced a suspension stays when the suspension would have been over', async () => {
  const bob = await shop.aBuyer()
  await suspend(bob, HOUR)
  await inUnitOfWork(origin.deps, (unit) =>
    takeMeasure(unit, { about: bob.id, measure: 'ban', rule: 'spam', reasons: 'Again.', until: null, author: 'mia' })
  )
  origin.advance(HOUR)
  expect((await logIn(bob)).body.error?.code).toBe('account_restricted')
})
