import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { createDemoWorld } from '../../origin/demo/create-demo-world.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { regionsOf } from '../../shared/tenants/regions.ts'
import { readLastSeen } from '../fixtures/members.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'

let origin: TestOrigin
let made: number

beforeAll(async () => {
  origin = await createTestOrigin({ sites: [] })
  const { records } = await readTenantFolder(join(import.meta.dirname, '../../tenants'))
  for (const { settings, company } of records) await origin.deps.tenants.publish(settings, company, 'test', origin.now())
  made = await createDemoWorld(origin.deps)
}, 60_000)
afterAll(() => origin.close())

const members = () => origin.deps.db.selectFrom('members').selectAll().orderBy('id').execute()

/** One of the cast, logged in through the front door. */
async function enter(name: string): Promise<TestMember> {
  const { email, tenant } = CAST.find((one) => one.name === name)!
  const { status, headers, body } = await origin.call('login', { tenant, body: { credentials: { login: email, password: CAST_PASSWORD } } })
  expect(status).toBe(200)
  const row = (await members()).find((one) => one.email === email)!
  expect(body.user.id).toBe(row.public_id)
  return { row, id: row.public_id, tenant, cookie: /auth=([^;]+)/.exec(headers.get('set-cookie')!)![1]! }
}

const findable = async (tenant: string) => (await origin.call('searchMembers', { as: await enter('Grace'), tenant })).body

test('there are 120 members, 60 in each pool, all adults between 21 and 68 in a country and region of their brand', async () => {
  const all = await members()
  expect([made, all.length]).toEqual([120, 120])
  for (const pool of ['dusk', 'meadow']) expect(all.filter((one) => one.pool === pool)).toHaveLength(60)
  for (const one of all) {
    const { settings } = origin.tenant(one.home_tenant)
    const age = ageOn(one.date_of_birth, origin.now().toISOString().slice(0, 10))
    expect(age).toBeGreaterThanOrEqual(21)
    expect(age).toBeLessThanOrEqual(68)
    expect(settings.countries).toContain(one.country)
    expect(regionsOf(one.country).map(({ code }) => code)).toContain(one.region)
    expect(one.language).toBe(settings.domain_language)
    expect(one.about!.length).toBeGreaterThan(40)
    expect(one.interests.length).toBeGreaterThan(2)
    expect(one.shown_to_visitors).toBe(true)
    const lastSeen = await readLastSeen(origin.deps.db, one.id)
    expect(one.signup_date < lastSeen && lastSeen <= origin.now()).toBe(true)
    expect(one.active_day).toBe(lastSeen.toISOString().slice(0, 10))
  }
})

test('each of the cast can log in with the one password and is what their role says', async () => {
  for (const { name, role, age, region, photos, tenant } of CAST) {
    const member = await enter(name)
    const { user } = (await origin.call('getUser', { as: member })).body
    expect(user).toMatchObject({
      status: role === 'unconfirmed' ? 'not_confirmed' : 'confirmed',
      paid_user: role === 'premium',
      credits: role === 'premium' ? 120 : origin.tenant(tenant).settings.signup_credits,
      notifications_disabled: role === 'mails bounce' ? ['bounce'] : [],
      profile: { name, age, region, status: role === 'unconfirmed' ? 'disabled' : 'active' }
    })
    expect(user.profile!.main_image === null).toBe(role === 'no photo')
    const rows = await origin.deps.db.selectFrom('photos').select('status').where('member_id', '=', member.row.id).execute()
    expect(rows).toHaveLength(photos)
    expect(member.row.fictional).toBe(role === 'fictional')
  }
})

test('free members have at most 3 photos, no one more than 5', async () => {
  const photos = await origin.deps.db
    .selectFrom('photos')
    .innerJoin('members', 'members.id', 'photos.member_id')
    .select(['members.id', 'paid_user', 'photos.status'])
    .execute()
  const byMember = Map.groupBy(photos, ({ id }) => id)
  for (const [, own] of byMember) expect(own.length).toBeLessThanOrEqual(own[0]!.paid_user ? 5 : 3)
  expect(photos.every(({ status }) => status === 'active')).toBe(true)
  expect(byMember.size).toBeGreaterThan(90)
})

test('every photo has its four files, 4 to 5, and the locked one shows nothing', async () => {
  const photos = await origin.deps.db.selectFrom('photos').select('public_id').execute()
  for (const { public_id } of photos.slice(0, 12)) {
    const size = async (variant: 'full' | 'match' | 'thumb' | 'locked') => {
      const { width, height, format } = await sharp((await origin.deps.media.get(photoKey(public_id, variant)))!).metadata()
      return [format, width, height]
    }
    expect(await size('full')).toEqual(['webp', 640, 800])
    expect(await size('match')).toEqual(['webp', 640, 800])
    expect(await size('thumb')).toEqual(['webp', 320, 400])
    expect(await size('locked')).toEqual(['webp', 96, 120])
  }
  expect(await origin.deps.media.get(photoKey(photos.at(-1)!.public_id, 'thumb'))).not.toBeNull()
})

test('the fictional profile is found on the one tenant that has them, labelled and never online, and has started nothing', async () => {
  const [fictional] = (await members()).filter((one) => one.fictional)
  const grace = await enter('Grace')
  const profile = (tenant: string) =>
    origin.signIn(grace, tenant).then((as) => origin.call('getMember', { as, query: { id: fictional!.public_id } }))
  expect((await profile('brisaluz')).body.member).toMatchObject({ name: 'Inés', fictional: true, online: 'no' })
  expect((await profile('harbourlight')).status).toBe(404)
  const count = (table: 'likes' | 'messages', column: 'liker_id' | 'sender_id') =>
    origin.deps.db
      .selectFrom(table as 'likes')
      .select('created_at')
      .where(column as 'liker_id', '=', fictional!.id)
      .execute()
  expect(await count('likes', 'liker_id')).toEqual([])
  expect(await count('messages', 'sender_id')).toEqual([])
})

test('a search on a brand shows its pool, newest active day first', async () => {
  const { total, members: found } = await findable('harbourlight')
  // Without Grace, the fictional and the unconfirmed one.
  expect(total).toBe(57)
  expect(found).toHaveLength(20)
  expect(found.filter(({ main_image }) => main_image !== null).length).toBeGreaterThan(12)
})

test('the confirmed members of the cast have new likes and matches', async () => {
  for (const { name, role } of CAST.filter((one) => one.role !== 'unconfirmed' && one.role !== 'fictional')) {
    const { body } = await origin.call('listLikes', { as: await enter(name) })
    expect([role, body.total_new > 0, body.liked_by.some(({ match }) => match), body.profiles.length > 0]).toEqual([role, true, true, true])
  }
})

test('conversations are consistent: positions without gaps, times in order, matching counters', async () => {
  const { db } = origin.deps
  const conversations = await db.selectFrom('conversations').selectAll().execute()
  expect(conversations.length).toBeGreaterThanOrEqual(25)
  const lengths = conversations.map(({ last_position }) => last_position)
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 30])
  for (const { id, first_id, second_id, last_position, last_message_at, created_at } of conversations) {
    const messages = await db.selectFrom('messages').selectAll().where('conversation_id', '=', id).orderBy('position').execute()
    expect(messages.map(({ position }) => position)).toEqual(Array.from({ length: last_position }, (_, index) => index + 1))
    const times = messages.map((message) => message.created_at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect([created_at, last_message_at]).toEqual([messages[0]!.created_at, messages.at(-1)!.created_at])
    const sides = await db.selectFrom('participants').selectAll().where('conversation_id', '=', id).execute()
    expect(new Set(sides.map(({ member_id }) => member_id))).toEqual(new Set([first_id, second_id]))
    for (const side of sides) {
      const waiting = messages.filter(({ sender_id, position }) => sender_id !== side.member_id && position > side.read_position)
      expect([side.unread, side.last_message_at]).toEqual([waiting.length, last_message_at])
    }
  }
})

test('the cast finds unread messages, and a member who has not confirmed cannot be answered', async () => {
  const anna = await enter('Anna')
  const { chats, total_unread } = (await origin.call('listChats', { as: anna })).body
  expect(chats.length).toBeGreaterThanOrEqual(3)
  expect(total_unread).toBeGreaterThan(0)
  const clara = chats.find(({ profile }) => profile?.name === 'Clara')!
  expect((await origin.call('getChat', { as: anna, query: { conversation: clara.conversation_id } })).body.write_block).toBe(
    'not_confirmed'
  )
})

test('no one likes or writes across pools or to someone their profile doesn’t look for', async () => {
  const all = new Map((await members()).map((one) => [one.id, one]))
  const likes = await origin.deps.db.selectFrom('likes').selectAll().execute()
  expect(likes.length).toBeGreaterThan(200)
  for (const like of likes) {
    const [liker, liked] = [all.get(like.liker_id)!, all.get(like.liked_id)!]
    expect(liker.pool).toBe(liked.pool)
    expect(liker.looking_for).toContain(liked.gender)
  }
  for (const { first_id, second_id } of await origin.deps.db.selectFrom('conversations').selectAll().execute()) {
    expect(all.get(first_id)!.pool).toBe(all.get(second_id)!.pool)
    expect(all.get(first_id)!.language).toBe(all.get(second_id)!.language)
  }
})

test('the ledger explains every balance', async () => {
  const { db } = origin.deps
  const members = await db.selectFrom('ledger_accounts').selectAll().where('balance', '>', 0).execute()
  expect(members.length).toBeGreaterThan(100)
  expect(await proveBooks(db)).toEqual({ movements: members.length, accounts: members.length, problems: [] })
})

test('a second start changes nothing', async () => {
  const before = await origin.everything()
  expect(await createDemoWorld(origin.deps)).toBe(0)
  expect(await origin.everything()).toBe(before)
})

test('there is no demo world outside of local mode', async () => {
  await expect(createDemoWorld({ ...origin.deps, local: false })).rejects.toThrow('local mode only')
})

test('two starts at once make one origin, and the same on every machine', async () => {
  const other = await createTestOrigin({ sites: [] })
  try {
    const brands = ['fluwijn', 'fluwijn-be', 'skymning']
    for (const { settings, company } of brands.map((id) => origin.tenant(id)))
      await other.deps.tenants.publish(settings, company, 'test', other.now())
    const results = await Promise.all([createDemoWorld(other.deps), createDemoWorld(other.deps)])
    expect(results.toSorted((one, two) => one - two)).toEqual([0, 27])
    const facts = async ({ deps }: TestOrigin) => {
      const columns = ['email', 'name', 'about', 'date_of_birth', 'region', 'interests', 'looking_for'] as const
      return await deps.db.selectFrom('members').select(columns).where('home_tenant', 'in', brands).orderBy('email').execute()
    }
    expect(await facts(other)).toEqual(await facts(origin))
  } finally {
    await other.close()
  }
}, 60_000)

test.each([[[]], [['fluwijn-be']], [['fjordlys']]])(
  'next to an operator’s own brand, the demo brands %j get their origin',
  async (brands) => {
    const other = await createTestOrigin({ sites: [{ id: 'own' }] })
    try {
      for (const { settings, company } of brands.map((id) => origin.tenant(id)))
        await other.deps.tenants.publish(settings, company, 'test', other.now())
      const made = await createDemoWorld(other.deps)
      const rows = await other.deps.db.selectFrom('members').select('home_tenant').execute()
      expect(rows.map(({ home_tenant }) => home_tenant)).toEqual(Array.from({ length: made }, () => brands[0]))
      expect(made > 0).toBe(brands.length > 0)
    } finally {
      await other.close()
    }
  }
)
