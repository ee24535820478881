import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { TIES } from '../../origin/members/ties.ts'
import { block, like, sendPhoto, TIE_ACTS, write, give } from '../fixtures/acts.ts'
import { download, exportAddressOf, exportOf } from '../fixtures/export.ts'
import { aComplaint } from '../fixtures/inputs.ts'
import { insertAnOrder } from '../fixtures/payments.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'

const origin = sharedOrigin()

test('a member gets all they have as one file: account, conversations, photos; of others only what they may see', async () => {
  const anna = await origin.aMember({ about: 'About Anna', credits: 3, interests: ['candlelight'] })
  const [bob, clara, dora] = [
    await origin.aMember({ name: 'Bob There' }),
    await origin.aMember({ name: 'Clara Gone' }),
    await origin.aMember({ name: 'Dora Blocks' })
  ]
  for (const other of [bob, clara, dora]) await like(origin, other, anna)
  await like(origin, anna, clara)
  await write(origin, anna, bob, 'Words of Anna')
  await write(origin, bob, anna, 'Words of Bob')
  await sendPhoto(origin, anna, bob)
  await sendPhoto(origin, bob, anna)
  const { conversation_id: deleted } = await write(origin, clara, anna, 'Deleted words')
  await origin.call('deleteChat', { as: anna, body: { conversation: deleted } })
  await origin.call('deleteAccount', { as: clara, body: { password: PASSWORD } })
  await block(origin, dora, anna)
  for (const as of [anna, bob])
    await origin.call('fileComplaint', { as, body: aComplaint({ text: `Words about something, by ${as.row.name}` }) })
  const photos = []
  for (const status of ['active', 'pending'] as const) {
    photos.push(await givePhoto(origin, anna, status))
  }

  const { answer, files, json } = await exportOf(origin, anna)
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual(['application/zip', 'private, no-store'])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="velvet-2026-11-16.zip"')
  expect([...files.keys()]).toEqual([
    'account.json',
    'conversations/1.json',
    'photos/1.webp',
    'photos/2.webp',
    'conversations/photos/1.webp'
  ])
  const account = json('account.json')
  expect(account).toMatchObject({
    account: { name: anna.row.name, email: anna.row.email, about: 'About Anna', interests: ['candlelight'], date_of_birth: '1990-05-17' },
    credits: 3,
    credit_movements: [{ credits: 3, reason: 'goodwill' }],
    likes_given: [{ name: null }],
    likes_received: [{ name: 'Bob There' }],
    blocked: [],
    complaints: [{ site: 'velvet', kind: 'own_data', text: `Words about something, by ${anna.row.name}`, answer: null }],
    sessions: [{ site: 'velvet' }],
    photos: [{ file: 'photos/1.webp', status: 'active' }, { status: 'pending' }],
    photos_sent: [{ file: 'conversations/photos/1.webp', at: origin.now().toISOString() }]
  })
  expect(json('conversations/1.json')).toMatchObject({
    with: 'Bob There',
    messages: [
      { mine: true, text: 'Words of Anna' },
      { mine: false, text: 'Words of Bob' },
      { mine: true, content: { type: 'photo' } },
      { mine: false, content: { type: 'photo' } }
    ]
  })
  for (const [index, photo] of photos.entries()) {
    const kept = await origin.deps.media.get(photoKey(photo, 'full'))
    expect(files.get(`photos/${index + 1}.webp`)!.equals(kept!)).toBe(true)
  }
  const all = [...files.values()].map(String).join('\n')
  for (const secret of ['Clara Gone', 'Dora Blocks', 'Deleted words', anna.row.password_hash, 'password', 'claimed_key']) {
    expect(all.includes(secret), secret).toBe(false)
  }
})

test('no row numbers are exported, neither the member’s own nor that of the profile the sign-up began on', async () => {
  const other = await origin.aMember()
  const member = await origin.aMember({ signup_interest_id: other.row.id })
  const { account } = (await exportOf(origin, member)).json('account.json') as { account: Record<string, unknown> }
  const numbers = Object.keys(account).filter((name) => typeof account[name] === 'number')
  expect(numbers).toEqual(['free_conversations'])
})

test('it takes the password; any other link leads to the form, and the address works for a few minutes in this session only', async () => {
  const [member, other] = [await origin.aMember(), await origin.aMember()]
  const refused = await origin.call('startExport', { as: member, body: { password: 'not the password' } })
  expect(refused).toMatchObject({ status: 422, body: { error: { fields: [{ field: 'password' }] } } })
  const address = await exportAddressOf(origin, member)
  const later = address.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 60_000}`)
  const elsewhere = await origin.signIn(member, 'nordic')
  const askedBy = async (as: TestMember, asked: string) => {
    const answer = await download(origin, as, asked)
    await answer.body?.cancel()
    return answer.headers.get('location') ?? answer.status
  }
  expect(await askedBy(member, address)).toBe(200)
  for (const [as, asked] of [
    [member, '/api/export.php'],
    [member, later],
    [other, address],
    [elsewhere, address]
  ] as const)
    expect([asked, await askedBy(as, asked)]).toEqual([asked, '/settings#export'])
  origin.advance(5 * 60)
  expect(await askedBy(member, address)).toBe('/settings#export')
})

test('wrong passwords are counted as for changing it: after five, the right one waits too', async () => {
  const member = await origin.aMember()
  const start = (password: string) => origin.call('startExport', { as: member, body: { password } })
  for (let count = 0; count < 5; count++) expect((await start('not the password')).status).toBe(422)
  expect((await start(PASSWORD)).body.error?.code).toBe('login_blocked')
})

test('no one else gets it, and a HEAD request reads nothing', async () => {
  const member = await origin.aMember()
  expect((await origin.send('/api/export.php', { tenant: 'velvet' })).status).toBe(403)
  const address = await exportAddressOf(origin, member)
  await origin.call('deleteAccount', { as: member, body: { password: PASSWORD } })
  expect((await download(origin, member, address)).status).toBe(403)
  const other = await origin.aMember()
  const own = await exportAddressOf(origin, other)
  const before = await origin.everything()
  const head = await download(origin, other, own, 'HEAD')
  expect([head.status, await head.text(), await origin.everything()]).toEqual([200, '', before])
})

test('a failure on the way breaks the download: a cut file doesn’t look complete', async () => {
  const member = await origin.aMember()
  await givePhoto(origin, member)
  const address = await exportAddressOf(origin, member)
  const { media } = origin.deps
  origin.deps.media = { ...media, get: () => Promise.reject(new Error('the store is away')) }
  try {
    const answer = await download(origin, member, address)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  } finally {
    origin.deps.media = media
  }
})

test('gifts are exported with what they are, to both', async () => {
  const [giver, receiver] = [await origin.aMember(), await origin.aMember()]
  await give(origin, giver, receiver)
  const rose = (name: string) => [{ gift: 'rose', name, at: origin.now().toISOString() }]
  expect((await exportOf(origin, giver)).json('account.json')).toMatchObject({ gifts_given: rose(receiver.row.name), gifts_received: [] })
  expect((await exportOf(origin, receiver)).json('account.json')).toMatchObject({ gifts_given: [], gifts_received: rose(giver.row.name) })
})

/** Whose sign-up began on someone's profile; conversations are exported in files of their own, gifts with what they are. */
const APART = ['members', 'conversations', 'participants', 'reports', 'gifts']

test('every tie with someone else is in the export, unless it is listed here', () => {
  expect(TIES.filter(({ exported }) => typeof exported === 'string' || exported.length === 0).map(({ table }) => table)).toEqual(
    expect.arrayContaining(APART)
  )
  for (const { table, exported } of TIES)
    if (!APART.includes(table)) expect(exported, table).toContainEqual(expect.objectContaining({ side: 'given' }))
})

const EXPORTED = TIES.flatMap(({ table, exported }) =>
  typeof exported === 'string' ? [] : exported.map(({ key, side }) => ({ table, key, side }))
)

test.each(EXPORTED)('$key has what was $side, with the name of the other member', async ({ table, key, side }) => {
  const [from, to] = [await origin.aMember(), await origin.aMember()]
  await TIE_ACTS[table]!(origin, from, to)
  const [own, other] = side === 'given' ? [from, to] : [to, from]
  expect((await exportOf(origin, own)).json('account.json')[key]).toEqual([{ name: other.row.name, at: origin.now().toISOString() }])
  expect((await exportOf(origin, other)).json('account.json')[key]).toEqual([])
})

// What a member did themselves is complete, without the names of those whom they may no longer see, except those whom they blocked; what others did
// is exported as if these members had never existed.
test.each(EXPORTED)('after a block $key has nothing about the other member but what its owner did', async ({ table, key, side }) => {
  const [from, to] = [await origin.aMember(), await origin.aMember()]
  await TIE_ACTS[table]!(origin, from, to)
  const [own, other] = side === 'given' ? [from, to] : [to, from]
  if (table !== 'blocks') await block(origin, other, own)
  const name = table === 'blocks' ? other.row.name : null
  expect((await exportOf(origin, own)).json('account.json')[key]).toEqual(
    side === 'given' ? [{ name, at: origin.now().toISOString() }] : []
  )
})

test('every table with data of members is in the export or listed here with a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct source.relname as name from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and target.relname = 'members' order by name`.execute(origin.deps.db)
  const ties = TIES.map(({ table }) => table as string)
  const exported = [
    'chat_photos',
    'complaints',
    'debit_mandates',
    'decisions',
    'discount_codes',
    'mail_preferences',
    'match_answers',
    'messages',
    'photo_unlocks',
    'photos',
    'presence',
    'push_subscriptions',
    'sessions',
    'spending_limits',
    'spending_mails',
    'stored_cards',
    'swipe_days'
  ]
  const not = [
    // Hashes of pictures of those who are banned, so that they don't come back.
    'banned_pictures',
    // Notify the member's own pages of what is in other tables; kept for three days.
    'events',
    // Codes sent to the member's own phone, until they have arrived.
    'outbox',
    // Number of those events.
    'event_counters',
    // When the next mail about news is due.
    'digests',
    // Hashes of mailed links.
    'tokens',
    // Columns that point at other members.
    'members'
  ]
  expect(rows.map(({ name }) => name).filter((name) => !not.includes(name) && !ties.includes(name))).toEqual(exported)
})

test('every column of an order is in the export or listed here with a reason', async () => {
  const buyer = await origin.aMember()
  await insertAnOrder(origin, buyer)
  const [exported] = (await exportOf(origin, buyer)).json('account.json').orders as [object]
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'orders' order by name`.execute(origin.deps.db)
  const renamed: Record<string, string> = { tenant: 'site', created_at: 'at', discount_code_id: 'discount_code', mandate_id: 'mandate' }
  expect(rows.map(({ name }) => renamed[name] ?? name).filter((name) => !Object.hasOwn(exported, name))).toEqual([
    // When the provider is to be asked, and how often it was.
    'ask_at',
    'asked',
    // The provider's page, while it is open.
    'checkout_until',
    'checkout_url',
    // Numbers of rows, and names for the machines only; people quote `reference`.
    'id',
    'member_id',
    'public_id',
    // Computed from the other amounts.
    'remaining',
    'remaining_credits',
    'request_key',
    // For our own work: `paid_at` is when it was paid.
    'settled_at',
    // What the brand said of itself on the receipt.
    'terms'
  ])
})
