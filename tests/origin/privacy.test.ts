import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { privacyOutline } from '../../client/pages/pages-privacy/outline.ts'
import type { PrivacyKey } from '../../client/pages/pages-privacy/texts.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { readZip } from '../fixtures/zip.ts'

const origin = sharedOrigin()

/** Paragraphs of the privacy page, as every brand shows them. */
const paragraphs: readonly PrivacyKey[] = privacyOutline(
  {
    age_assurance: 'none',
    auto_like: 'off',
    direct_debit: true,
    gift_credits: 5,
    member_resell: false,
    sells: true,
    shares_members: false,
    visible_profile_fields: []
  },
  false
).flatMap((section) => section.paragraphs)

/** The paragraph about each entry of the export's `account.json`. */
const EXPORTED: Record<string, PrivacyKey> = {
  account: 'stored.account',
  credits: 'stored.credits',
  credit_movements: 'stored.credits',
  discount_codes: 'stored.discounts',
  orders: 'stored.orders',
  stored_cards: 'stored.orders',
  debit_mandates: 'stored.debit',
  spending_limits: 'stored.limits',
  spending_mails: 'stored.mails',
  photos_unlocked: 'stored.credits',
  gifts_given: 'stored.gifts',
  gifts_received: 'stored.gifts',
  mail_preferences: 'stored.mails',
  likes_given: 'stored.contacts',
  likes_received: 'stored.contacts',
  likes_taken_back: 'kept.traces',
  blocked: 'stored.contacts',
  visits_made: 'stored.visits',
  visits_received: 'stored.visits',
  passes: 'stored.swipe',
  swipe_likes: 'stored.swipe',
  match_answers: 'stored.finder',
  sessions: 'stored.sessions',
  complaints: 'stored.complaints',
  reports: 'stored.reports',
  decisions: 'stored.reports',
  consent_words: 'stored.consents',
  push_subscriptions: 'stored.push',
  photos: 'stored.photos',
  photos_sent: 'stored.contacts'
}

/** The paragraph about each table with data of a member. */
const TABLES: Record<string, PrivacyKey> = {
  banned_pictures: 'kept.bans',
  blocks: 'stored.contacts',
  chat_photos: 'stored.contacts',
  complaints: 'stored.complaints',
  conversations: 'stored.contacts',
  debit_mandates: 'stored.debit',
  decisions: 'stored.reports',
  digests: 'stored.mails',
  discount_codes: 'stored.discounts',
  event_counters: 'kept.traces',
  events: 'kept.traces',
  gifts: 'stored.gifts',
  likes: 'stored.contacts',
  likes_taken_back: 'kept.traces',
  mail_preferences: 'stored.mails',
  match_answers: 'stored.finder',
  members: 'stored.account',
  messages: 'stored.contacts',
  outbox: 'stored.debit',
  passes: 'stored.swipe',
  photo_unlocks: 'stored.credits',
  photos: 'stored.photos',
  presence: 'stored.account',
  push_subscriptions: 'stored.push',
  reports: 'stored.reports',
  sessions: 'stored.sessions',
  spending_limits: 'stored.limits',
  spending_mails: 'stored.mails',
  stored_cards: 'stored.orders',
  swipe_days: 'stored.swipe',
  tokens: 'kept.mails',
  visits: 'stored.visits'
}

test('the privacy page covers every entry of the export', async () => {
  const member = await origin.aMember()
  const answer = await origin.send('/api/export.php', { tenant: 'velvet', headers: { cookie: `auth=${member.cookie}` } })
  const account = JSON.parse(
    readZip(Buffer.from(await answer.arrayBuffer()))
      .get('account.json')!
      .toString()
  ) as object
  expect(Object.keys(account).sort()).toEqual(Object.keys(EXPORTED).sort())
  for (const key of Object.values(EXPORTED)) expect(paragraphs).toContain(key)
})

test('the privacy page covers every table with data of a member', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct source.relname as name from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and target.relname = 'members' order by name`.execute(origin.deps.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(TABLES))
  for (const key of Object.values(TABLES)) expect(paragraphs).toContain(key)
})
