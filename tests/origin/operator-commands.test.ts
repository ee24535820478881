import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate, migrationNames } from '../../origin/db/migrate.ts'
import { readKey } from '../../origin/payments/provider-keys.ts'
import { vapidKeysOf } from '../../origin/push/vapid-keys.ts'
import { noteProductionUse } from '../../origin/settings/production-use.ts'
import { asAdmin, withDatabase } from '../database.ts'
import { command, commandProcess } from '../fixtures/command.ts'
import { isLong } from '../fixtures/long.ts'
import { commandEnvironment, done, operatorCommands, refused } from '../fixtures/operator-command.ts'
import { insertAnOrder } from '../fixtures/payments.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

// The operator's commands: arguments, refusals, exit codes, output. What they do is tested where it is done.
const origin = sharedOrigin()

const run = operatorCommands(() => origin)

test('npm run discounts: makes a code with a reason alone, lists it for programs, and ends it', async () => {
  const codes = run('discounts')
  expect(
    await Promise.all([codes('make velvet SPRING-1 --percentage 15'), codes('make nowhere SPRING-1 --percentage 15 --reason Spring')])
  ).toEqual([refused('Say why: --reason'), refused('There is no brand "nowhere".')])
  const WISH = '--percentage 12.5 --minimum 1995 --currency EUR --until 2099-08-01 --reason "Spring sale" --by mia'
  expect(await codes(`make velvet spring-1 ${WISH}`)).toEqual(done('SPRING-1 takes 12.5 % off on velvet'))
  const { stdout } = await codes('list velvet --json')
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      code: 'SPRING-1',
      value_percentage: 12.5,
      minimum_order_value: 1995,
      // As the day begins in Amsterdam, where the brand is.
      expires: '2099-07-31T22:00:00.000Z',
      author: 'mia',
      reason: 'Spring sale'
    })
  )
  expect(await codes('end velvet SPRING-1 --reason Over')).toEqual(done('SPRING-1 has ended on velvet'))
})

test('every command says that the origin of a new version has not run yet', async () => {
  const [admin, name] = [inject('databaseAdminUrl'), `tether_test_older_${process.pid}`]
  await asAdmin(admin, (client) => client.query(`create database ${name}`))
  onTestFinished(() => asAdmin(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))))
  const older = withDatabase(admin, name)
  await migrate(
    older,
    migrationNames().filter((migration) => migration < '212')
  )
  const env = { ...commandEnvironment(origin, '/nowhere'), DATABASE_URL: older }
  const said = await Promise.all([command('books', [], env), command('outbox', [], env), command('discounts', ['list'], env)])
  expect(said).toEqual(said.map(() => refused('is that of an older version. Start the origin first.')))
})

// As in a container that runs under a numeric id; only root can become such a user.
test.runIf(process.getuid?.() === 0)('a user without a name can run every command that notes its author', async () => {
  const env = { ...commandEnvironment(origin, '/nowhere'), NODE_OPTIONS: '--import=data:text/javascript,process.setuid(54321)' }
  const said = await Promise.all(
    [
      ['complaints', 'list'],
      ['keys', 'list'],
      ['moderate', 'queue'],
      ['payments', 'list'],
      ['discounts', 'make', 'velvet', 'NAMELESS', '--percentage', '15', '--reason', 'Spring']
    ].map(async ([name = '', ...words]) => ({ name, ...(await commandProcess(name, words, env)) }))
  )
  expect(said.filter(({ status, stderr }) => status !== 0 || stderr !== '')).toEqual([])
  const { stdout } = await run('discounts')('list velvet --json')
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ code: 'NAMELESS', author: 'user 54321' }))
})

test('words that a command doesn’t take, and values that can’t be meant, are refused, and nothing happens', async () => {
  const make = 'make velvet SPRING-2 --reason Spring --percentage'
  const REFUSALS = {
    discounts: {
      [`${make} 15 2027-01-31`]: '"2027-01-31" is one word too many.',
      [`${make} 15 --until 2001-01-31`]: '--until must be a future day, such as',
      [`${make} 15 --until 2999-02-30`]: '--until must be a future day, such as',
      [`${make} 15 --until tomorrow`]: '--until must be a future day, such as',
      [`${make} 99.99`]: '--percentage is above 0 and at most 95',
      [`${make} 1e1`]: '--percentage is above 0 and at most 95',
      [`${make} 12.345`]: '--percentage is above 0 and at most 95',
      [`${make} 15 --minimum 3000000000 --currency EUR`]: '--minimum is in cents',
      [`${make} 15 --minimum 1e3 --currency EUR`]: '--minimum is in cents',
      'make velvet stay --percentage 15 --reason Spring': 'STAY is the code of the offer for members who stay'
    },
    keys: { 'remove velvet mollie sandbox --reason Leaves': '"sandbox" is one word too many.' },
    complaints: { 'show K7QF-3M9T K7QF-3M9U': '"K7QF-3M9U" is one word too many.' },
    backup: { '--help': 'There is no option "--help".', 'one two': '"two" is one word too many.' },
    books: { velvet: '"velvet" is one word too many.', '--json': 'There is no option "--json".' },
    outbox: { velvet: '"velvet" is one word too many.', '--help': 'There is no option "--help".' },
    moderate: {
      'claim k7qf-3m9t': 'There is nothing called "K7QF-3M9T"',
      'claim K7QF-3M9T K7QF-3M9U': '"K7QF-3M9U" is one word too many.',
      'queue velvet': '"velvet" is one word too many.',
      'suspend K7QF-3M9T --rule spam --reasons - --until 2999-02-30': 'Say when the suspension ends: --until'
    }
  }
  for (const [name, refusals] of Object.entries(REFUSALS)) {
    const said = await Promise.all(Object.keys(refusals).map((words) => run(name)(words, 'Reasons')))
    expect([name, said]).toEqual([name, Object.values(refusals).map(refused)])
  }
  expect((await run('discounts')('list velvet --json')).stdout).not.toContain('SPRING-2')
})

test('reasons that aren’t text in UTF-8 are refused: their reader would get other words than were written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reasons-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // As older editors on Windows and its shell write them.
  const [utf16, latin1] = [join(folder, 'utf16.txt'), join(folder, 'latin1.txt')]
  writeFileSync(utf16, Buffer.from('\ufeffGeld gevraagd.', 'utf16le'))
  writeFileSync(latin1, Buffer.from('Um Geld gebeten, mehrfach: für einen Flug.', 'latin1'))
  const moderate = run('moderate')
  for (const file of [utf16, latin1])
    expect(await moderate(`unban ${'x'.repeat(22)} --reasons ${file}`)).toEqual(refused(`${file} is not text in UTF-8`))
})

test('npm run moderate: what can’t be done with one photo keeps none of the others from it, so a run that broke off can be repeated', async () => {
  const moderate = run('moderate')
  const member = await origin.aMember()
  const [first, second] = [await givePhoto(origin, member, 'pending'), await givePhoto(origin, member, 'pending')]
  expect(await moderate(`approve ${first}`)).toEqual(done(`${first} is active`))
  const gone = 'x'.repeat(22)
  const { status, stdout, stderr } = await moderate(`approve ${first} ${gone} ${second}`)
  expect([status, stdout]).toEqual([1, `${second} is active\n`])
  expect(stderr).toContain(`${first}: nothing to do.`)
  expect(stderr).toContain(`There is nothing called "${gone}"`)
})

test('npm run outbox: says what waits, what was given up and why, and that a long list goes on; never what was written or to whom', async () => {
  const { db } = origin.deps
  await db.deleteFrom('outbox').execute()
  const letter = { tenant: 'velvet', channel: 'mail', recipient: 'a@mail.example', message: '{"subject":"A secret"}' } as const
  const written = { created_at: new Date('2026-11-01T08:00:00Z'), due_at: new Date('2026-11-02T08:00:00Z') }
  const dead = { ...letter, ...written, dead_at: new Date('2026-11-03T08:00:00Z'), attempts: 9, reason: '550 no such mailbox' }
  const outbox = async () => (await run('outbox')('')).stdout.trim().split('\n')
  expect(await outbox()).toEqual(['Nothing is waiting.', 'Nothing was given up.'])

  await db
    .insertInto('outbox')
    .values([{ ...letter, ...written }, ...Array.from({ length: 100 }, () => dead)])
    .execute()
  const lines = await outbox()
  expect(lines[1]).toMatch(/^mail +1 +2026-11-01T08:00:00\.000Z$/)
  expect(lines[3]).toMatch(/^\d+ +mail +velvet +2026-11-01T\S+ +2026-11-03T\S+ +9 +550 no such mailbox$/)
  expect(lines.at(-1)).toBe('These are the last 100; older ones are not printed.')
  expect(lines.join('\n')).not.toMatch(/a@mail\.example|secret/)
})

test('npm run keys: takes a key from standard input with a reason alone, and never shows it', async () => {
  const keys = run('keys')
  const key = `live_${'k'.repeat(30)}`
  expect(await Promise.all([keys('set velvet mollie', key), keys('set velvet mollie --reason First', 'a-key-of-something-else')])).toEqual([
    refused('Say why: --reason'),
    refused('That is not a key of mollie')
  ])
  expect(await readKey(origin.deps, 'velvet', 'mollie')).toBeNull()

  const said = [await keys('set velvet mollie --reason First --by mia', `${key}\n`), await keys('list')]
  expect(said).toEqual([done('velvet has a key at mollie'), done('velvet')])
  expect(JSON.stringify(said)).not.toContain(key)
  expect(await readKey(origin.deps, 'velvet', 'mollie')).toBe(key)
})

test('npm run keys: a key that orders still wait for is removed with --force alone', async () => {
  const keys = run('keys')
  await keys('set velvet mollie --reason First', `live_${'k'.repeat(30)}`)
  const order = await insertAnOrder(origin, await origin.aMember())
  await origin.deps.db.updateTable('orders').set({ provider: 'mollie' }).where('public_id', '=', order).execute()
  expect(await keys('remove velvet mollie --reason Leaves')).toEqual(refused('1 order and 0 refunds of velvet still wait for mollie'))
  expect(await readKey(origin.deps, 'velvet', 'mollie')).not.toBeNull()
  expect(await keys('remove velvet mollie --reason Leaves --force')).toEqual(done('velvet has no key at mollie any more'))
  expect(await readKey(origin.deps, 'velvet', 'mollie')).toBeNull()
})

test('where production has run, no command works in local mode or with a secret that is not the origin’s, even without APP_ENV', async () => {
  const { db, now } = origin.deps
  await noteProductionUse(db, now())
  onTestFinished(async () => void (await db.deleteFrom('production_use').execute()))
  await vapidKeysOf(origin.deps, 'velvet')
  const member = await origin.aMember()
  const { id, row } = member
  // A ban keeps keyed hashes of the member's pictures.
  await givePhoto(origin, member, 'active')
  const ban = (env: NodeJS.ProcessEnv) =>
    command(
      'moderate',
      ['ban', id, '--rule', 'spam', '--reasons', '-'],
      { ...commandEnvironment(origin, '/nowhere'), ...env },
      undefined,
      'Spam'
    )
  const without = { DATABASE_URL: origin.databaseUrl }
  expect([
    await ban({ APP_SECRET: undefined }),
    await ban({ APP_SECRET: 'a secret of the origin of another site' }),
    await command('members', ['readmit', row.email], without)
  ]).toEqual([
    refused("This needs APP_SECRET. Set it to the origin's."),
    refused("This APP_SECRET is not the origin's"),
    refused("This needs APP_SECRET. Set it to the origin's.")
  ])
  expect(await origin.mails(row.email)).toEqual([])
  // What needs no secret asks for none.
  expect(await command('payments', ['daily'], without)).toEqual(done(''))

  expect(await ban({})).toEqual(done('ban: done'))
  const [{ text } = { text: '' }] = await origin.mails(row.email)
  expect(text).toContain('https://velvet.example/')
  expect(text).not.toContain('localhost')
})

test.runIf(isLong).each([
  ['books', ''],
  ['complaints', 'list --json'],
  ['discounts', 'list velvet --json'],
  ['keys', 'remove velvet paypal'],
  ['members', 'find no-one-has-this-name'],
  ['moderate', 'queue'],
  ['outbox', ''],
  ['payments', 'daily'],
  ['tenants', 'rollback velvet']
])('npm run %s: as a process of its own it says the same, and ends by itself', async (name, words) => {
  const given = words === '' ? [] : words.split(' ')
  const said = await commandProcess(name, given, commandEnvironment(origin, '/nowhere'))
  expect(said).toEqual(await run(name)(words))
  expect(`${said.stdout}${said.stderr}`).not.toBe('')
})
