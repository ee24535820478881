import { accountMay } from '../../shared/rules/account-state.ts'
import { DEFAULT_FREQUENCY, type Frequency, type MailedKind } from '../../shared/api/notifications.ts'
import { href } from '../../shared/routes/match.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import { newToken } from '../accounts/tokens.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { selectPreferences } from '../notifications/store.ts'
import { newLikes, newMessages, selectNews, upsertNews, type News, type NewsState } from './news-store.ts'
import { queueMail, type NewsTemplate } from './queue-mail.ts'

/** Who was seen within so long is here and needs no mail. In ms. */
const AWAY = 15 * 60_000

const DAY = 24 * 3600 * 1000
/** Ms that news is gathered for, from the first of it, before a mail tells of it. */
const GATHERED: Record<Exclude<Frequency, 'never'>, number> = { at_once: 0, daily: DAY, weekly: 7 * DAY }

/**
 * Writes down, in the transaction of what it tells about, that a member has news, and mails it if that is due: neither who nor what,
 * at once only once for each time they are away. The member's row has to be locked. Profiles made by the company are no news.
 */
export async function noteNews(
  unit: UnitOfWork & { viewer: Pick<MemberRow, 'fictional'> },
  member: MemberRow,
  kind: MailedKind
): Promise<void> {
  const { db, now } = unit
  if (unit.viewer.fictional || !isMailed(member)) return
  const frequency = await frequencyOf(unit, member, kind)
  const row = await selectNews(db, member.id, kind)
  if (frequency === 'never' || toldAlready(frequency, row)) return
  const first = row.first_at ?? now
  const due = dueAt(frequency, row, first)
  await upsertNews(db, member.id, kind, { first_at: first, due_at: due })
  if (due <= now) await mailNews(unit, member, kind)
}

/**
 * Mails a member the news of a kind if that is due, wanted and still news: not read, and come since they were last here. Otherwise it
 * is put off or forgotten. Twice is once. The member's row has to be locked.
 */
export async function mailNews(unit: UnitOfWork, member: MemberRow, kind: MailedKind): Promise<void> {
  const { db, now } = unit
  const row = await selectNews(db, member.id, kind)
  if (!row.first_at || !row.due_at || row.due_at > now) return
  const frequency = await frequencyOf(unit, member, kind)
  const forget = { first_at: null, due_at: null }
  if (frequency === 'never' || !isMailed(member) || toldAlready(frequency, row)) return await upsertNews(db, member.id, kind, forget)
  const due = dueAt(frequency, row, row.first_at)
  if (due > now) return await upsertNews(db, member.id, kind, { due_at: due })
  const sent = await mailWhatIsNew(unit, { member, since: row.last_seen_at, kind, frequency })
  await upsertNews(db, member.id, kind, sent ? { ...forget, mailed_at: now } : forget)
}

/** False where there is nothing to tell, or no site any more to tell it. */
async function mailWhatIsNew(
  unit: UnitOfWork,
  { member, since, kind, frequency }: { member: MemberRow; since: Date; kind: MailedKind; frequency: Frequency }
): Promise<boolean> {
  const tenant = unit.deps.tenants.byId(member.home_tenant)
  if (!tenant) return false
  const mailing = { ...unit, tenant }
  const eyes = { ...mailing, viewer: member, pool: poolOf(tenant.settings) }
  const news = await (kind === 'messages' ? newMessages : newLikes)(eyes, since)
  if (news.count === 0) return false
  const token = await newToken(mailing, { member: member.id, purpose: 'unsubscribe', kind })
  await queueMail(mailing, {
    template: templateOf(kind, frequency, news),
    recipient: member,
    link: news.path,
    unsubscribe: href('token', { token }),
    news
  })
  return true
}

function templateOf(kind: MailedKind, frequency: Frequency, { matches }: News): NewsTemplate {
  if (frequency !== 'at_once') return kind === 'messages' ? 'messages_digest' : 'likes_digest'
  if (kind === 'messages') return 'new_message'
  return matches > 0 ? 'new_match' : 'new_like'
}

function isMailed(member: MemberRow): boolean {
  return !member.fictional && accountMay(member.status, 'get_news') && member.notifications_disabled.length === 0
}

/** Who wants mails at once gets one for each time they are away. */
function toldAlready(frequency: Frequency, { last_seen_at: seen, mailed_at: mailed }: NewsState): boolean {
  return frequency === 'at_once' && mailed !== null && mailed >= seen
}

function dueAt(frequency: Exclude<Frequency, 'never'>, { last_seen_at: seen }: NewsState, first: Date): Date {
  return new Date(Math.max(first.getTime() + GATHERED[frequency], seen.getTime() + AWAY))
}

async function frequencyOf({ db }: Pick<UnitOfWork, 'db'>, member: MemberRow, kind: MailedKind): Promise<Frequency> {
  return { ...DEFAULT_FREQUENCY, ...(await selectPreferences(db, member.id)) }[kind]
}
