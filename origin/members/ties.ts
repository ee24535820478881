import { sql, type RawBuilder } from 'kysely'
import type { EndpointName } from '../../shared/api/contract.ts'
import type { Tables } from '../db/tables.ts'
import type { Db } from '../http/handler.ts'

/** How the export of a member's data shows one side of a tie. */
export interface ExportedTie {
  /** Key in `account.json`. */
  key: string
  /** The rows in which the member is `from` (given), or `to` (received). */
  side: 'given' | 'received'
  /**
   * How the other member appears. `shown`: only rows of members whom the exporting member may see. `named`: every row, with the name only of those.
   * `open`: every row with its name until the other member leaves, whether or not they may be seen.
   */
  others: 'shown' | 'named' | 'open'
}

/** A table that relates two members. */
interface Tie {
  table: keyof Tables
  /** The two columns with row numbers of members; if one of them did something to the other, `from` is the actor. */
  from: string
  to: string
  /** One row for both of them, with the smaller number in `from`. */
  shared: boolean
  /** One may have the other in a list or on an open page, and so gets an event when the other comes, goes or is replaced. */
  contact: boolean
  /**
   * Who has contacted the other one by it. The other one still sees them when their profile isn't active, and opens it without using up
   * their budget of profiles. Being liked isn't enough: a like costs nothing.
   */
  contacted: 'from' | 'both' | null
  /** The list that shows it: members disappear from it when they are blocked, and it is refetched when one comes or goes (shared/api/events.ts). */
  list: EndpointName | null
  /** What the export's `account.json` contains of it, where else it is exported, or why it isn't. */
  exported: readonly ExportedTie[] | string
}

/**
 * Every table that ties two members to each other. A new table needs a row here, and is then part of contacts, of "has contacted", of
 * the export, and of the events when a member leaves, is erased or blocks. tests/origin/ties.test.ts finds tables that are missing.
 */
export const TIES: readonly Tie[] = [
  {
    table: 'conversations',
    from: 'first_id',
    to: 'second_id',
    shared: true,
    contact: true,
    contacted: 'both',
    list: 'listChats',
    exported: 'conversations/*.json'
  },
  {
    // Each side's own half of a conversation.
    table: 'participants',
    from: 'member_id',
    to: 'other_id',
    shared: false,
    contact: false,
    contacted: null,
    list: null,
    exported: 'conversations/*.json'
  },
  {
    table: 'likes',
    from: 'liker_id',
    to: 'liked_id',
    shared: false,
    contact: true,
    contacted: 'from',
    list: 'listLikes',
    exported: [
      { key: 'likes_given', side: 'given', others: 'named' },
      { key: 'likes_received', side: 'received', others: 'shown' }
    ]
  },
  {
    // No one learns who has taken back a like, beyond its disappearing.
    table: 'likes_taken_back',
    from: 'liker_id',
    to: 'liked_id',
    shared: false,
    contact: false,
    contacted: null,
    list: null,
    exported: [{ key: 'likes_taken_back', side: 'given', others: 'named' }]
  },
  {
    table: 'visits',
    from: 'visitor_id',
    to: 'visited_id',
    shared: false,
    contact: true,
    contacted: null,
    list: 'listVisits',
    exported: [
      { key: 'visits_made', side: 'given', others: 'named' },
      { key: 'visits_received', side: 'received', others: 'shown' }
    ]
  },
  {
    // The conversation that a gift belongs to is what makes them contacts.
    table: 'gifts',
    from: 'giver_id',
    to: 'receiver_id',
    shared: false,
    contact: false,
    contacted: null,
    list: null,
    exported: 'account.json, "gifts_given" and "gifts_received"'
  },
  {
    // No one learns who has passed them.
    table: 'passes',
    from: 'passer_id',
    to: 'passed_id',
    shared: false,
    contact: false,
    contacted: null,
    list: null,
    exported: [{ key: 'passes', side: 'given', others: 'named' }]
  },
  {
    // No one learns who has blocked them: no event, no file.
    table: 'blocks',
    from: 'blocker_id',
    to: 'blocked_id',
    shared: false,
    contact: false,
    contacted: null,
    list: 'listBlocked',
    exported: [{ key: 'blocked', side: 'given', others: 'open' }]
  },
  {
    // No one learns who has reported them; the export has the reporter's own (origin/export/store.ts).
    table: 'reports',
    from: 'reporter_id',
    to: 'reported_id',
    shared: false,
    contact: false,
    contacted: null,
    list: null,
    exported: 'account.json, "reports"'
  },
  {
    // The member whose profile the sign-up began on: shown once, as a suggestion.
    table: 'members',
    from: 'id',
    to: 'signup_interest_id',
    shared: false,
    contact: false,
    contacted: null,
    list: null,
    exported: 'not: it would reveal something about someone else'
  }
]

/** Everyone who may have a member in a list or on an open page. */
export async function selectContacts(db: Db, member: number): Promise<number[]> {
  const sides = TIES.filter(({ contact }) => contact).flatMap(({ table, from, to }) => [
    sql`select ${sql.ref(from)} as id from ${sql.table(table)} where ${sql.ref(to)} = ${member}`,
    sql`select ${sql.ref(to)} as id from ${sql.table(table)} where ${sql.ref(from)} = ${member}`
  ])
  const { rows } = await sql<{ id: number }>`${sql.join(sides, sql` union `)}`.execute(db)
  return rows.map((row) => row.id)
}

/** SQL condition on a row of `members`: do this member and that one have a conversation? */
export function talksTo(other: number): RawBuilder<boolean> {
  return sql`exists (
    select from conversations where first_id = least(members.id, ${other}::bigint) and second_id = greatest(members.id, ${other}::bigint)
  )`
}

/** SQL condition on a row of `members`: has this member contacted that one, by a like or a conversation? */
export function hasContacted(other: number): RawBuilder<boolean> {
  const ways = TIES.flatMap(({ table, from, to, shared, contacted }) => {
    const between = (one: RawBuilder<unknown>, two: RawBuilder<unknown>) =>
      sql`exists (select from ${sql.table(table)} as tie where tie.${sql.ref(from)} = ${one} and tie.${sql.ref(to)} = ${two})`
    const [members, them] = [sql.ref('members.id'), sql`${other}::bigint`]
    if (contacted === null) return []
    if (shared) return [between(sql`least(${members}, ${them})`, sql`greatest(${members}, ${them})`)]
    return contacted === 'both' ? [between(members, them), between(them, members)] : [between(members, them)]
  })
  return sql`(${sql.join(ways, sql` or `)})`
}
