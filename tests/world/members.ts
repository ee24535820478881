import { randomBytes } from 'node:crypto'
import { foldKey } from '../../origin/accounts/fold-key.ts'
import { hashPassword } from '../../origin/accounts/passwords.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import type { MemberRow, NewMember } from '../../origin/db/tables/members.ts'
import type { Db } from '../../origin/http/handler.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'

export const PASSWORD = 'correct horse battery'

export type MemberOverrides = Partial<NewMember> & { password?: string; last_seen_at?: Date }

let usual: Promise<string> | undefined

/** Inserts a confirmed member with an active profile, born 1990; say only what matters to the test. */
export async function insertMember(
  db: Db,
  home: Pick<Tenant, 'id' | 'pool' | 'domain_language' | 'countries'>,
  now: Date,
  { password, last_seen_at: lastSeen, ...overrides }: MemberOverrides = {}
): Promise<MemberRow> {
  const name = overrides.name ?? `Member ${randomBytes(4).toString('hex')}`
  const email = overrides.email ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@mail.example`
  const publicId = newPublicId()
  // An address belongs to an account once it is confirmed.
  const confirmed = overrides.status !== 'not_confirmed'
  const row = await db
    .insertInto('members')
    .values({
      public_id: publicId,
      pool: home.pool ?? home.id,
      home_tenant: home.id,
      email,
      email_key: confirmed ? foldKey(email) : publicId,
      claimed_key: confirmed ? null : foldKey(email),
      name,
      name_key: foldKey(name),
      password_hash: await (password === undefined ? (usual ??= hashPassword(PASSWORD)) : hashPassword(password)),
      language: home.domain_language,
      status: 'confirmed',
      profile_status: 'active',
      signup_date: now,
      active_day: now.toISOString().slice(0, 10),
      consent: '{}',
      gender: 'woman',
      date_of_birth: '1990-05-17',
      country: home.countries[0]!,
      ...overrides
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeLastSeen(db, row.id, lastSeen ?? now)
  return row
}

/** When a member was here last. */
export async function readLastSeen(db: Db, member: number): Promise<Date> {
  const row = await db.selectFrom('presence').select('last_seen_at').where('member_id', '=', member).executeTakeFirstOrThrow()
  return row.last_seen_at
}

/** Makes a member have been here last at that time. */
export async function writeLastSeen(db: Db, member: number, at: Date): Promise<void> {
  await db.updateTable('presence').set({ last_seen_at: at }).where('member_id', '=', member).execute()
}
