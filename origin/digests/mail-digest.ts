import { href } from '../../shared/routes/match.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import { NEWS, type Frequency, type MailedKind, type NewsTemplate } from '../../shared/rules/news.ts'
import { isGone, isPaused } from '../../shared/tenants/offering.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import { newToken } from '../accounts/links/tokens.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { selectPreferences } from '../notifications/store.ts'
import { AWAY, GATHERED } from './due.ts'
import { selectDigest, updateDigest, type DigestState } from './store.ts'
import { WHAT_IS_NEW, type News } from './what-is-new.ts'

/** How long to wait before checking again whether a paused brand is back, in ms. */
const LOOK_AGAIN = 3600_000

/**
 * Mails a member the news of a kind if that is due, wanted and still news: unread, and newer than their last visit. The mail names neither people nor
 * content; with the setting `at_once` there is one mail for each time they are away. Otherwise it is postponed or dropped. Idempotent. The member's
 * row must be locked.
 */
export async function mailDigest(unit: UnitOfWork, member: MemberRow, kind: MailedKind): Promise<void> {
  const { db, now } = unit
  const row = await selectDigest(db, member.id, kind)
  if (!row?.first_at || !row.due_at || row.due_at > now) return
  const frequency = (await selectPreferences(db, member.id))[kind] ?? NEWS[kind].frequency
  const forget = { first_at: null, due_at: null }
  if (frequency === 'never' || !isMailed(member) || toldAlready(frequency, row)) return await updateDigest(db, member.id, kind, forget)
  const due = dueAt(frequency, row, row.first_at)
  if (due > now) return await updateDigest(db, member.id, kind, { due_at: due })
  const home = unit.deps.tenants.byId(member.home_tenant)
  if (home && isPaused(home.settings)) return await updateDigest(db, member.id, kind, { due_at: new Date(now.getTime() + LOOK_AGAIN) })
  const sent = await mailWhatIsNew(unit, { member, since: row.last_seen_at, kind, frequency })
  await updateDigest(db, member.id, kind, sent ? { ...forget, mailed_at: now } : forget)
}

/** False if there is no news, or no open site any more to see it on. */
async function mailWhatIsNew(
  unit: UnitOfWork,
  { member, since, kind, frequency }: { member: MemberRow; since: Date; kind: MailedKind; frequency: Frequency }
): Promise<boolean> {
  const tenant = unit.deps.tenants.byId(member.home_tenant)
  if (!tenant || isGone(tenant.settings)) return false
  const mailing = { ...unit, tenant }
  const scope = { ...mailing, viewer: member, pool: poolOf(tenant.settings) }
  const news = await WHAT_IS_NEW[kind].since(scope, since)
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
  const { at_once: one, mutual, gathered } = NEWS[kind].mails
  if (frequency !== 'at_once') return gathered
  return (matches > 0 ? mutual : null) ?? one
}

// As in scheduleDigests: what was true when the news was written may have changed.
function isMailed(member: MemberRow): boolean {
  return !member.fictional && accountMay(member.status, 'get_news') && member.notifications_disabled.length === 0
}

/** A member who wants mails at once gets only one each time they are away. */
function toldAlready(frequency: Frequency, { last_seen_at: seen, mailed_at: mailed }: DigestState): boolean {
  return frequency === 'at_once' && mailed !== null && mailed >= seen
}

function dueAt(frequency: Exclude<Frequency, 'never'>, { last_seen_at: seen }: DigestState, first: Date): Date {
  return new Date(Math.max(first.getTime() + GATHERED[frequency] * 1000, seen.getTime() + AWAY * 1000))
}
