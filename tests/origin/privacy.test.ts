import { sql } from 'kysely'
import { expect, test } from 'vitest'
import english from '../../locales/pages-privacy/en.json' with { type: 'json' }
import { privacyOutline } from '../../client/pages/pages-privacy/outline.ts'
import type { PrivacyKey } from '../../client/pages/pages-privacy/texts.ts'
import { exportOf } from '../fixtures/export.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

/** Paragraphs of the privacy page, as every brand shows them. */
const paragraphs: readonly PrivacyKey[] = privacyOutline(
  {
    age_assurance: 'none',
    auto_like: 'off',
    direct_debit: true,
    fictional_profiles: false,
    gift_credits: 5,
    member_resell: false,
    sells: true,
    shares_members: false,
    visible_profile_fields: []
  },
  false
).flatMap((section) => section.paragraphs)

/** The paragraph about each entry of the export's `account.json`, and how "Your rights" names it. */
const EXPORTED: Record<string, [PrivacyKey, string]> = {
  account: ['stored.account', 'account and profile'],
  credits: ['stored.credits', 'credits'],
  credit_movements: ['stored.credits', 'credits'],
  debts: ['stored.orders', 'what you owe'],
  discount_codes: ['stored.discounts', 'discount codes'],
  orders: ['stored.orders', 'orders'],
  stored_cards: ['stored.orders', 'saved cards'],
  debit_mandates: ['stored.debit', 'mandates'],
  spending_limits: ['stored.limits', 'spending limits'],
  spending_mails: ['stored.mails', 'email'],
  photos_unlocked: ['stored.credits', 'credits'],
  gifts_given: ['stored.gifts', 'gifts'],
  gifts_received: ['stored.gifts', 'gifts'],
  mail_preferences: ['stored.mails', 'email'],
  likes_given: ['stored.contacts', 'likes'],
  likes_received: ['stored.contacts', 'likes'],
  likes_taken_back: ['kept.traces', 'likes'],
  blocked: ['stored.contacts', 'blocks'],
  visits_made: ['stored.visits', 'visits'],
  visits_received: ['stored.visits', 'visits'],
  passes: ['stored.swipe', 'swipe game'],
  swipe_likes: ['stored.swipe', 'swipe game'],
  match_answers: ['stored.finder', 'match finder'],
  sessions: ['stored.sessions', 'log-ins'],
  complaints: ['stored.complaints', 'complaints'],
  reports: ['stored.reports', 'reports'],
  decisions: ['stored.reports', 'decisions about you'],
  consent_words: ['stored.consents', 'consents'],
  push_subscriptions: ['stored.push', 'notification settings'],
  photos: ['stored.photos', 'photos'],
  photos_sent: ['stored.contacts', 'conversations']
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
  const account = (await exportOf(origin, member)).json('account.json') as object
  expect(Object.keys(account).sort()).toEqual(Object.keys(EXPORTED).sort())
  const list = paragraphs.filter((key) => key.startsWith('rights.see')).map((key) => english[key])
  for (const [key, word] of Object.values(EXPORTED)) {
    expect(paragraphs).toContain(key)
    expect(list.join(' ')).toContain(word)
  }
})

test('the privacy page covers every table with data of a member', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct source.relname as name from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and target.relname = 'members' order by name`.execute(origin.deps.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(TABLES))
  for (const key of Object.values(TABLES)) expect(paragraphs).toContain(key)
})
