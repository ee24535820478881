import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { repeats } from '../fixtures/long.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, cookieValue, PASSWORD, tokenOf, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { sentence } from '../fixtures/sentence.ts'

/** Hashing as cheap as it can be, and counted: one more for a known address than for an unknown one would tell them apart by time. */
const hashing = vi.hoisted(() => ({ counted: () => {} }))
vi.mock('@node-rs/argon2', () => {
  const digest = (password: string) => `$argon2id$${createHash('sha256').update(password).digest('hex')}`
  const counted = <T>(result: T) => {
    hashing.counted()
    return Promise.resolve(result)
  }
  return {
    hash: (password: string) => counted(digest(password)),
    verify: (phc: string, password: string) => counted(phc === digest(password))
  }
})

const passwords = new AsyncLocalStorage<{ hashed: number }>()
hashing.counted = () => {
  const count = passwords.getStore()
  if (count) count.hashed += 1
}

const origin = sharedOrigin({ limitFactor: 1_000_000 })
beforeAll(async () => {
  // Creates the hash that unknown accounts are compared with.
  await origin.call('login', { body: { credentials: { login: 'no-such-member', password: ATTACKERS } } })
})

const ATTACKERS = 'a password of the attacker'
/** Members' addresses are confirmed; no one has the others. */
type Kind = 'known' | 'unknown'

/** An attacker who tries to find out about the address of someone whose mails they can't read. */
interface Attack {
  address: string
  /** Their own unconfirmed account under an address whose mails they can read. */
  own: TestMember
  name: string
  /** Session cookie of the account they used last. */
  cookie: string
  /** Cookie of the browser that signed up last. */
  signedUp: string
  password: string
  ip: string
}
type Answer = Pick<Awaited<ReturnType<TestOrigin['call']>>, 'status' | 'text' | 'headers'>
type Act = (attack: Attack) => Promise<Answer>

const signedIn = ({ cookie, ip }: Attack) => ({ headers: { cookie: `auth=${cookie}` }, facts: { ip } })

async function logIn(attack: Attack, login: string): Promise<Answer> {
  const answer = await origin.call('login', { ...signedIn(attack), body: { credentials: { login, password: ATTACKERS } } })
  const cookie = cookieValue(answer.headers.get('set-cookie'))
  if (cookie) Object.assign(attack, { cookie, password: ATTACKERS })
  return answer
}

async function signUp(attack: Attack, email: string): Promise<Answer> {
  const form = aSignUp({ email, password: ATTACKERS })
  attack.name = form.name
  const answer = await origin.call('signUp', { ...signedIn(attack), body: form })
  attack.signedUp = browserOf(answer).cookie
  return answer
}

const sendAgain = ({ signedUp, ip }: Attack, email: string, to: string) =>
  origin.call('resendSignup', { headers: { cookie: signedUp }, facts: { ip }, body: { email, to } })

const ACTS: Record<string, Act> = {
  'sign up': (attack) => signUp(attack, attack.address),
  'send again': (attack) => sendAgain(attack, attack.address, attack.address),
  'send elsewhere': (attack) => sendAgain(attack, attack.address, attack.own.row.email),
  'sign up elsewhere, send to it': async (attack) => {
    const elsewhere = `elsewhere.${++made}@mail.example`
    await signUp(attack, elsewhere)
    return await sendAgain(attack, elsewhere, attack.address)
  },
  'log in by address': (attack) => logIn(attack, attack.address),
  'log in by name': (attack) => logIn(attack, attack.name),
  resend: (attack) => origin.call('resendActivation', signedIn(attack)),
  'change mail': (attack) =>
    origin.call('requestMailChange', { ...signedIn(attack), body: { email: attack.address, password: attack.password } }),
  reset: (attack) => origin.call('requestPasswordReset', { facts: { ip: attack.ip }, body: { email: attack.address } }),
  delete: (attack) => origin.call('deleteAccount', { ...signedIn(attack), body: { password: attack.password } }),
  'come back': async (attack) => {
    const mails = await origin.mails(attack.own.row.email)
    const mail = mails.findLast(({ subject }) => subject === sentence('mail.account_deleted.subject'))
    return origin.call('useToken', { facts: { ip: attack.ip }, body: { token: mail ? tokenOf(mail) : 'x'.repeat(43) } })
  }
}
const NAMES = Object.keys(ACTS)

let made = 0
async function begin(kind: Kind): Promise<Attack> {
  const n = ++made
  const address = `person.${n}@mail.example`
  if (kind === 'known') await origin.aMember({ email: address })
  const email = `attacker.${n}@mail.example`
  const own = await origin.aMember({ email, status: 'not_confirmed', profile_status: 'disabled', signup_complete: false, language: 'en' })
  const ip = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  return { address, own, name: `Person ${n}`, cookie: own.cookie, signedUp: '', password: PASSWORD, ip }
}

/** Everything an answer shows, with values that always differ replaced. */
function seen({ status, text, headers }: Answer, { address, own }: Attack): string {
  const shown = [...headers].map(([name, value]) => `${name}: ${name === 'set-cookie' ? value.replace(/=[^;]+/, '=…') : value}`)
  return (
    [status, ...shown, text]
      .join('\n')
      .replaceAll(address, '<address>')
      .replaceAll(own.row.email, '<own address>')
      .replaceAll(/elsewhere\.\d+@/g, 'elsewhere@')
      .replaceAll(/"[\w-]{22}(?=[".])/g, '"<id>')
      // The last part of a tag depends on real time.
      .replaceAll(/(?<=<id>[\w.]+)\.\d+(?=")/g, '')
  )
}

/** What the attacker sees of a sequence of actions, and of the account they end up with. */
async function play(kind: Kind, row: readonly string[]): Promise<string[]> {
  const attack = await begin(kind)
  const story: string[] = []
  for (const name of row) {
    const count = { hashed: 0 }
    const answer = await passwords.run(count, () => ACTS[name]!(attack))
    story.push(`${name}, ${count.hashed} passwords hashed: ${seen(answer, attack)}`)
  }
  story.push(`the account: ${seen(await origin.call('getUser', signedIn(attack)), attack)}`)
  return story
}

/** The first step that differs between an address with an account and one without; null if none does. */
async function tellingStep(row: readonly string[]): Promise<string | null> {
  const [known, unknown] = await Promise.all([play('known', row), play('unknown', row)])
  const at = known.findIndex((step, index) => step !== unknown[index])
  return at < 0 ? null : `${row.join(', ')}\nWITH AN ACCOUNT ${known[at]}\nWITHOUT ONE ${unknown[at]}`
}

const rows = (length: number): string[][] => (length === 0 ? [[]] : rows(length - 1).flatMap((row) => NAMES.map((name) => [...row, name])))

test.each([
  // Shorter sequences are the beginnings of these.
  { before: [], length: repeats(2, 3) },
  { before: ['sign up', 'log in by address'], length: repeats(1, 2) }
])(
  'no $length acts of an attacker after $before tell an address with an account from one without',
  async ({ before, length }) => {
    const left = rows(length)
    const telling: string[] = []
    const lane = async () => {
      for (let row = left.shift(); row; row = left.shift()) telling.push((await tellingStep([...before, ...row])) ?? '')
    }
    await Promise.all([lane(), lane(), lane(), lane()])
    const found = telling.filter(Boolean).sort()
    expect(found.length, found.slice(0, 3).join('\n\n')).toBe(0)
  },
  300_000
)
