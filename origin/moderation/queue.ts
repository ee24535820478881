import { sql } from 'kysely'
import { accountMay } from '../../shared/rules/account-state.ts'
import { foldKey } from '../accounts/names/fold-key.ts'
import { isUnanswered } from '../complaints/store.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { whoMay } from '../members/account-state.ts'
import { selectOwnPhotos } from '../photos/store.ts'
import { selectLog } from './log.ts'
import { appealIsOpen, findCurrent } from './store.ts'

/** Something that is waiting for a moderator. */
export interface Waiting {
  what: 'report' | 'complaint' | 'appeal' | 'photo'
  /** Reference, or public id of a photo. */
  reference: string
  tenant: string
  /** The reason of a report, the subject of a complaint, the measure appealed against, what a photo looks like. */
  about: string
  since: Date
  /** Photos have no deadline. */
  due: Date | null
  claimed_by: string | null
  claimed_at: Date | null
}

const WAITING = sql`(
  select 'report' as what, reference, tenant, kind as about, created_at as since, due_at as due from reports where decided_at is null
  union all
  select 'complaint', reference, tenant, kind, created_at, due_at from complaints where ${isUnanswered}
  union all
  select 'appeal', reference, tenant, measure, appealed_at, appeal_due_at from decisions where ${appealIsOpen}
  union all
  select 'photo', photos.public_id, members.home_tenant,
    case resembles when 'banned' then 'looks like a picture of a banned member' when 'refused' then 'looks like a refused picture' else 'photo' end,
    photos.created_at, null
    from photos join members on members.id = photos.member_id where photos.status = 'pending' and ${whoMay('use')}
) waiting`

/** Everything that is waiting, the earliest deadline first; photos come after the rest, oldest first. */
export async function selectQueue(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select waiting.*, claims.author as claimed_by, claims.claimed_at from ${WAITING}
    left join claims on claims.reference = waiting.reference
    order by due nulls last, since, waiting.reference`.execute(db)
  return rows
}

/** Is this reference or photo in the queue? */
export async function isWaiting(db: Db, reference: string): Promise<boolean> {
  return (await sql`select from ${WAITING} where reference = ${reference}`.execute(db)).rows.length > 0
}

/** Deletes claims to what has left the queue without a decision: with its member, or while someone took the claim. Returns how many. */
export async function purgeOrphanedClaims({ db }: Pick<Deps, 'db'>): Promise<number> {
  return await deleteInBatches(db, 'claims', sql`not exists (select from ${WAITING} where waiting.reference = claims.reference)`)
}

/** Accounts with this public id, name or email address, in every pool. */
export async function findMembers(db: Db, wanted: string) {
  const key = foldKey(wanted)
  return await db
    .selectFrom('members')
    .select(['id', 'public_id', 'name', 'email', 'home_tenant', 'language', 'status', 'signup_date', 'deleted_at'])
    .where((eb) => eb.or([eb('public_id', '=', wanted), eb('name_key', '=', key), eb('email_key', '=', key), eb('claimed_key', '=', key)]))
    .orderBy('id')
    .limit(100)
    .execute()
}

/** What a moderator needs to know about a member: state, photos, decisions, reports both ways, and the log. No conversations. */
export async function showMember(db: Db, publicId: string) {
  const member = (await findMembers(db, publicId)).find(({ public_id }) => public_id === publicId)
  if (!member) return null
  const { id, ...facts } = member
  const reports = (column: 'reporter_id' | 'reported_id') =>
    db
      .selectFrom('reports')
      .select(['reference', 'kind', 'surface', 'created_at', 'outcome'])
      .where(column, '=', id)
      .orderBy('id')
      .execute()
  const current = await findCurrent(db, id)
  const photos = await selectOwnPhotos(db, id)
  return {
    what: 'member' as const,
    ...facts,
    open: accountMay(member.status, 'use'),
    restricted_by: current?.reference ?? null,
    photos: photos.map(({ public_id: photo, status, isMain: main }) => ({ id: photo, status, main })),
    decisions: await db
      .selectFrom('decisions')
      .select(['reference', 'measure', 'rule', 'reasons', 'decided_at', 'until', 'lifted_at', 'appeal', 'appealed_at', 'appeal_outcome'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
    reported: await reports('reported_id'),
    reports: await reports('reporter_id'),
    log: await selectLog(db, { subject: publicId })
  }
}
