import { normalizeCode, timeBonusEnds, welcomeEnds, type DiscountRefusal } from '../../shared/rules/discounts.ts'
import type { User } from '../../shared/api/user.ts'
import { sells } from '../../shared/rules/prices.ts'
import { inSavepoint } from '../db/in-savepoint.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { isProtected } from '../limits/refuse-beyond-limits.ts'
import { minimumOf, refusalOf, type Buying } from './best-discount.ts'
import { selectCodes, type CodeRow } from './store.ts'

/** The code that a member typed, and why it doesn't apply to an order of this value (minor units). Null if there is none that they could use. */
export async function lookUpCode(
  db: Db,
  buying: Buying & { code: string },
  order: number | undefined
): Promise<{ row: CodeRow | null; refusal: DiscountRefusal | null }> {
  const row = await findCode(db, buying, ({ code }) => code === normalizeCode(buying.code))
  if (!row) return { row, refusal: 'not_found' }
  const below = order !== undefined && order < minimumOf(row, buying)
  return { row, refusal: refusalOf(row, buying) ?? (below ? 'minimum' : null) }
}

/** The welcome code, as long as it applies. */
export async function welcomeCode(db: Db, buying: Buying): Promise<CodeRow | null> {
  return await offered(db, buying, 'welcome', welcomeEnds)
}

/**
 * What a new member is offered: `time_bonus` and `welcome` of user.php. The time bonus goes before the welcome code. A failure is logged and nothing
 * is offered, but the page still works.
 */
export async function offersOf(
  { db, deps }: { db: Db; deps: Pick<Deps, 'log'> },
  buying: Buying
): Promise<Pick<User, 'time_bonus' | 'welcome'>> {
  const { member, now } = buying
  const ended = [timeBonusEnds, welcomeEnds].every((ends) => ends(member.signup_date) <= now)
  if (member.paid_user || ended) return { time_bonus: null, welcome: null }
  try {
    return await inSavepoint(db, async () => {
      const bonus = await timeBonus(db, buying)
      return { time_bonus: bonus, welcome: bonus ? null : await welcomeOffer(db, buying) }
    })
  } catch (error) {
    deps.log.error({ err: error }, 'the offers for a new member could not be read')
    return { time_bonus: null, welcome: null }
  }
}

async function timeBonus(db: Db, buying: Buying): Promise<User['time_bonus']> {
  const row = await offered(db, buying, 'time_bonus', timeBonusEnds)
  if (!row) return null
  const { signup_date: since, bonus_popup_at: popup } = buying.member
  return { code: row.code, percentage: row.value_percentage, ends_at: timeBonusEnds(since).toISOString(), popup_shown: popup !== null }
}

async function welcomeOffer(db: Db, buying: Buying): Promise<User['welcome']> {
  const row = await welcomeCode(db, buying)
  if (!row) return null
  const { code, value_percentage: percentage } = row
  const ends = welcomeEnds(buying.member.signup_date)
  return { code, percentage, minimum: minimumOf(row, buying), currency: buying.currency, ends_at: ends.toISOString() }
}

/** What is offered to a new member; asks the database only about those who could have it. */
async function offered(db: Db, buying: Buying, kind: CodeRow['kind'], ends: (signup: Date) => Date): Promise<CodeRow | null> {
  const { member, now } = buying
  if (member.paid_user || ends(member.signup_date) <= now) return null
  const row = await findCode(db, buying, (one) => one.kind === kind && refusalOf(one, buying) === null)
  return row && !(await isProtected(db, member.id, now)) ? row : null
}

async function findCode(db: Db, { member, tenant, code }: Buying, matches: (row: CodeRow) => boolean): Promise<CodeRow | null> {
  if (!sells(tenant.settings)) return null
  const wanted = { member: member.id, tenant: tenant.settings.id, code: code ? normalizeCode(code) : null }
  return (await selectCodes(db, wanted)).find(matches) ?? null
}
