import { sql, type Transaction } from 'kysely'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { foldKey } from '../accounts/names/fold-key.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import { insertConversation, updateRead } from '../chats/conversation-store.ts'
import { insertMessage } from '../chats/message-store.ts'
import { insertWords } from '../consents/store.ts'
import { grantCredits } from '../credits/grant-credits.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { newPublicId } from '../db/public-id.ts'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { photoKey } from '../photos/photo-key.ts'
import { VARIANTS } from '../photos/present-image.ts'
import { BRANDS } from './brands.ts'
import { CAST, CAST_PASSWORD } from './cast.ts'
import { planLikes, planTalks, type PlannedLike, type PlannedTalk } from './seed-relationships.ts'
import { memberRow } from './member-row.ts'
import { planPeople, type Person } from './plan-people.ts'
import { encodePortrait } from './portraits/encode.ts'
import { loadArtists } from './portraits/draw.ts'
import type { Sitter } from './portraits/faces.ts'
import { createRandom } from './random.ts'

/** Pictures drawn at once: one per core of a two-core machine, and one waiting for each. */
const LANES = 4
/** Credits that a premium member of the cast has left from a purchase. */
const PREMIUM_CREDITS = 120

/**
 * Fills an empty database of local mode: 120 members of the demo tenants with portraits, likes and conversations, the cast among them. All or
 * nothing; if the cast already exists, it changes nothing.
 * @returns how many members it created
 */
export async function createDemoWorld(deps: Pick<Deps, 'db' | 'media' | 'tenants' | 'now' | 'local'>): Promise<number> {
  if (!deps.local) throw new Error('The demo world is for local mode only.')
  if (await isThere(deps.db)) return 0
  const now = deps.now()
  const records = deps.tenants.all()
  const people = planPeople(
    records.map(({ settings }) => settings),
    now
  )
  if (people.length === 0) return 0
  const passwordHash = await hashPassword(CAST_PASSWORD)
  const portraits = await makePortraits(people, deps.media)
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo world'))`.execute(trx)
    if (await isThere(trx)) return 0
    const likes = planLikes(people, now)
    const talks = planTalks(people, now)
    const ids = await insertPeople(trx, people, { now, passwordHash, lastActs: lastActs(likes, talks), records })
    await insertPhotos(trx, ids, portraits)
    await insertLikes(trx, ids, likes)
    for (const talk of talks) await insertTalk(trx, ids, talk)
    return people.length
  })
}

type Ids = ReadonlyMap<Person, number>

async function isThere(db: Db): Promise<boolean> {
  const emails = CAST.map(({ email }) => foldKey(email))
  return (await db.selectFrom('members').select('id').where('email_key', 'in', emails).limit(1).executeTakeFirst()) !== undefined
}

/** Draws everyone's photos and stores the files; returns the public ids by person, the main photo first. */
async function makePortraits(people: readonly Person[], media: Deps['media']): Promise<Map<Person, string[]>> {
  const artistFor = await loadArtists()
  const portraits = new Map<Person, string[]>()
  const jobs = people.flatMap((person) => {
    const random = createRandom(`portrait of ${person.email}`)
    const { style, backdrop } = BRANDS[person.tenant.id]!
    const draw = artistFor(style, sittersOf(person), backdrop, random)
    const ids = Array.from({ length: person.photos }, newPublicId)
    portraits.set(person, ids)
    return ids.map((id) => ({ id, svg: draw(random) }))
  })
  const lane = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const files = await encodePortrait(job.svg)
      for (const variant of VARIANTS) await media.put(photoKey(job.id, variant), files[variant])
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return portraits
}

function sittersOf({ gender, age, email }: Person): Sitter[] {
  if (gender === 'couple')
    return [
      { look: 'woman', age },
      { look: 'man', age }
    ]
  const look = gender === 'other' ? createRandom(`look of ${email}`).pick(['woman', 'man'] as const) : gender
  return [{ look, age }]
}

/** When each person last wrote or liked, so that "last seen" isn't earlier. */
function lastActs(likes: readonly PlannedLike[], talks: readonly PlannedTalk[]): Map<Person, Date> {
  const acts = new Map<Person, Date>()
  const note = (person: Person, at: Date) => {
    if (at > (acts.get(person) ?? new Date(0))) acts.set(person, at)
  }
  for (const { liker, at } of likes) note(liker, at)
  for (const { lines } of talks) for (const { sender, at } of lines) note(sender, at)
  return acts
}

async function insertPeople(
  trx: Transaction<Tables>,
  people: readonly Person[],
  facts: { now: Date; passwordHash: string; lastActs: ReadonlyMap<Person, Date>; records: readonly TenantRecord[] }
): Promise<Ids> {
  const words = new Map<string, string>()
  const lastSeen = (person: Person) => {
    const acted = facts.lastActs.get(person)
    return acted && acted > person.lastSeen ? acted : person.lastSeen
  }
  const rows = people.map((person) => {
    const tenant = facts.records.find(({ settings }) => settings.id === person.tenant.id)!
    const made = memberRow(person, tenant, { passwordHash: facts.passwordHash, lastSeen: lastSeen(person) })
    for (const [hash, text] of made.words) words.set(hash, text)
    return made.row
  })
  await insertWords(trx, words, facts.now)
  const inserted = await trx.insertInto('members').values(rows).returning(['id', 'email']).execute()
  const byEmail = new Map(inserted.map((row) => [row.email, row]))
  const ids = new Map<Person, number>()
  for (const person of people) {
    const { id } = byEmail.get(person.email)!
    ids.set(person, id)
    await trx
      .updateTable('presence')
      .set({ last_seen_at: lastSeen(person) })
      .where('member_id', '=', id)
      .execute()
    const credits = person.role === 'premium' ? PREMIUM_CREDITS : person.tenant.signup_credits
    await grantCredits(trx, {
      member: id,
      tenant: person.tenant.id,
      credits,
      movement: `signup:${id}`,
      reason: 'signup',
      now: person.signupDate
    })
  }
  return ids
}

async function insertPhotos(trx: Transaction<Tables>, ids: Ids, portraits: ReadonlyMap<Person, string[]>): Promise<void> {
  const rows = [...portraits].flatMap(([person, photos]) =>
    photos.map((public_id, index) => ({
      public_id,
      member_id: ids.get(person)!,
      position: index + 1,
      status: 'active' as const,
      created_at: person.signupDate
    }))
  )
  if (rows.length === 0) return
  await trx.insertInto('photos').values(rows).execute()
  await sql`update members set main_photo_id = photos.id from photos where photos.member_id = members.id and photos.position = 1 and members.id in (${sql.join([...ids.values()])})`.execute(
    trx
  )
}

async function insertLikes(trx: Transaction<Tables>, ids: Ids, likes: readonly PlannedLike[]): Promise<void> {
  const rows = likes.map(({ liker, liked, at, isNew }) => {
    const back = likes.find((other) => other.liker === liked && other.liked === liker)
    return {
      liker_id: ids.get(liker)!,
      liked_id: ids.get(liked)!,
      created_at: at,
      is_new: isNew,
      matched_at: back ? new Date(Math.max(at.getTime(), back.at.getTime())) : null
    }
  })
  if (rows.length > 0) await trx.insertInto('likes').values(rows).execute()
}

async function insertTalk(trx: Transaction<Tables>, ids: Ids, { opener, other, lines, unread }: PlannedTalk): Promise<void> {
  const members = [ids.get(opener)!, ids.get(other)!] as const
  const { id } = await insertConversation(trx, ...members, lines[0]!.at)
  let newest = 0
  for (const { sender, text, at } of lines) {
    const message = await insertMessage(trx, { conversation: id, sender: ids.get(sender)!, clientId: crypto.randomUUID(), text, now: at })
    newest = message.position
  }
  const last = lines.at(-1)!.sender
  for (const person of [opener, other]) await updateRead(trx, id, ids.get(person)!, unread && person !== last ? newest - 1 : newest)
}
