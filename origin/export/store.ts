import { sql } from 'kysely'
import { creditsOf } from '../credits/book.ts'
import { selectDebts } from '../credits/debts.ts'
import { selectWords } from '../consents/store.ts'
import type { Db } from '../http/handler.ts'
import { findLimits } from '../limits/store.ts'
import { selectAnswers } from '../match-finder/store.ts'
import { whoMay } from '../members/account-state.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { TIES, type ExportedTie } from '../members/ties.ts'
import { visibleTo } from '../members/visible.ts'
import { selectPreferences } from '../notifications/store.ts'
import { selectSwipeDay } from '../swipe/store.ts'

/** The member who exports, and what decides which other members they may see by name. */
type Scope = Pick<MemberScope, 'db' | 'deps' | 'viewer' | 'tenant' | 'pool'>

/** What belongs to the account besides its row. Others are named while they are visible to the member, as on every page. */
export async function selectAccount(scope: Scope) {
  const { db, viewer } = scope
  const { id } = viewer
  const orders = await selectOrders(db, id)
  return {
    credits: await creditsOf(db, id),
    credit_movements: await db
      .selectFrom('ledger_legs')
      .innerJoin('ledger_movements', 'ledger_movements.id', 'movement_id')
      .select(['amount as credits', 'reason', 'created_at as at'])
      .where('member_id', '=', id)
      .where('account', '=', 'member')
      .orderBy('ledger_legs.id')
      .execute(),
    spending_limits: await findLimits(db, id, scope.deps.now()),
    spending_mails: await db
      .selectFrom('spending_mails')
      .select(['statement_wanted', 'statement_month', 'unusual_at'])
      .where('member_id', '=', id)
      .execute(),
    photos_unlocked: await db
      .selectFrom('photo_unlocks')
      .select('created_at as at')
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
    gifts_given: await selectGifts(scope, 'given'),
    gifts_received: await selectGifts(scope, 'received'),
    mail_preferences: await selectPreferences(db, id),
    ...(await selectTies(scope)),
    swipe_likes: await selectSwipeDay(db, id),
    match_answers: await selectAnswers(db, id),
    sessions: await db
      .selectFrom('sessions')
      .select(['tenant as site', 'browser', 'system', 'country', 'created_at', 'renewed_at', 'expires_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
    complaints: await db
      .selectFrom('complaints')
      .select(['reference', 'tenant as site', 'kind', 'page', 'text', 'earlier', 'name', 'email', 'created_at as at'])
      .select(['answered_at', 'outcome', 'answer'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
    // What the reporter wrote; what was copied with it is about others.
    reports: await db
      .selectFrom('reports')
      .select(['reference', 'tenant as site', 'surface as about', 'kind', 'text', 'created_at as at', 'decided_at', 'outcome'])
      .where('reporter_id', '=', id)
      .orderBy('id')
      .execute(),
    decisions: await db
      .selectFrom('decisions')
      .select(['reference', 'measure', 'rule', 'reasons', 'decided_at', 'until', 'lifted_at'])
      .select(['appeal', 'appealed_at', 'appeal_outcome', 'appeal_answer'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
    orders,
    debts: await selectDebts(db, id),
    discount_codes: await db
      .selectFrom('discount_codes')
      .select(['code', 'value_percentage as percentage', 'created_at as at', 'expires', 'status'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
    // What the provider calls them is of use to no one else.
    stored_cards: await db
      .selectFrom('stored_cards')
      .select(['tenant as site', 'provider', 'label', 'created_at as at'])
      .where('member_id', '=', id)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute(),
    // Only the end of the account's number is ever shown.
    debit_mandates: await db
      .selectFrom('debit_mandates')
      .select(['reference', 'tenant as site', 'iban_end', 'phone_end', 'words', 'created_at as at', 'signed_at', 'revoked_at', 'used_at'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
    // The texts that `consent` refers to by hash.
    consent_words: await selectWords(db, { own: viewer.consent, orders: orders.map(({ consent }) => consent) }),
    // Only service and date; the addresses are secrets of the push services.
    push_subscriptions: await db
      .selectFrom('push_subscriptions')
      .select(['tenant as site', 'created_at as at'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute()
  }
}

/** The gifts the member gave or was given; the name of the other one while they are visible. The notes are in the conversations. */
async function selectGifts(scope: Scope, side: 'given' | 'received'): Promise<{ gift: string; name: string | null; at: Date }[]> {
  const [own, other] = side === 'given' ? ['giver_id', 'receiver_id'] : ['receiver_id', 'giver_id']
  const { rows } = await sql<{ gift: string; name: string | null; at: Date }>`
    select gift, case when ${visibleTo(scope)} then members.name end as name, gifts.created_at as at
    from gifts left join members on members.id = gifts.${sql.ref(other)}
    where gifts.${sql.ref(own)} = ${scope.viewer.id} order by gifts.id`.execute(scope.db)
  return rows
}

/** What the table of ties exports, by key. */
async function selectTies(scope: Scope): Promise<Record<string, { name: string | null; at: Date }[]>> {
  const told: Record<string, { name: string | null; at: Date }[]> = {}
  for (const tie of TIES) {
    if (typeof tie.exported === 'string') continue
    for (const side of tie.exported) told[side.key] = await selectTied(scope, tie, side)
  }
  return told
}

async function selectTied(scope: Scope, { table, from, to }: (typeof TIES)[number], { side, others }: ExportedTie) {
  const [own, other] = side === 'given' ? [from, to] : [to, from]
  const there = others === 'open' ? whoMay('be_named') : visibleTo(scope)
  const { rows } = await sql<{ name: string | null; at: Date }>`
    select ${others === 'named' ? sql`case when ${there} then members.name end` : sql`members.name`} as name, tie.created_at as at
    from ${sql.table(table)} as tie join members on members.id = tie.${sql.ref(other)}
    where tie.${sql.ref(own)} = ${scope.viewer.id} and ${others === 'named' ? sql`true` : there}
    order by tie.created_at`.execute(scope.db)
  return rows
}

/** The member's photos in their order, whatever their status. */
export async function selectPhotos(db: Db, member: number) {
  return await db
    .selectFrom('photos')
    .select(['public_id', 'status', 'created_at'])
    .where('member_id', '=', member)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The member's conversations, oldest first, with the other member's name while they are visible to the member. */
export async function selectConversations(scope: Scope) {
  return await scope.db
    .selectFrom('participants as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .innerJoin('members', 'members.id', 'own.other_id')
    .select([
      'conversations.id',
      sql<string | null>`case when ${visibleTo(scope)} then members.name end`.as('with'),
      'members.home_tenant as other_home',
      'conversations.created_at as opened_at'
    ])
    .where('own.member_id', '=', scope.viewer.id)
    .orderBy('conversations.id')
    .execute()
}

/** The messages of a conversation from `since` on that the member has not deleted, in order. */
export async function selectMessages(db: Db, member: number, conversation: number, since: Date) {
  return await db
    .selectFrom('messages')
    .innerJoin('participants as own', (join) =>
      join.onRef('own.conversation_id', '=', 'messages.conversation_id').on('own.member_id', '=', member)
    )
    .select([
      sql<boolean>`messages.sender_id = ${member}`.as('mine'),
      'messages.created_at as at',
      'messages.text',
      'messages.content',
      'messages.author',
      'messages.heart'
    ])
    .where('messages.conversation_id', '=', conversation)
    .whereRef('messages.position', '>', 'own.deleted_position')
    .where('messages.created_at', '>=', since)
    .orderBy('messages.position')
    .execute()
}

/** The member's orders. */
function selectOrders(db: Db, id: number) {
  return db
    .selectFrom('orders')
    .select([
      'reference',
      'tenant as site',
      'bundle',
      'credits',
      'currency',
      'price',
      'discount',
      'total',
      'vat_rate',
      'country',
      'method',
      'consent'
    ])
    .select((eb) => [
      eb.selectFrom('discount_codes').select('code').whereRef('discount_codes.id', '=', 'discount_code_id').as('discount_code'),
      eb.selectFrom('debit_mandates').select('debit_mandates.reference').whereRef('debit_mandates.id', '=', 'mandate_id').as('mandate'),
      'recurring',
      'save_card',
      'provider',
      'provider_payment_id',
      'status',
      'failure',
      'created_at as at',
      'paid_at',
      'refunded',
      'refunded_credits',
      'charged_back',
      'charged_back_credits',
      'charged_back_at'
    ])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
}
