import { isNewMember, LEAVING_CODE, LEAVING_DAYS, LEAVING_PERCENTAGE } from '../../shared/rules/discounts.ts'
import { sells } from '../../shared/rules/prices.ts'
import { isClosed } from '../../shared/tenants/offering.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { isProtected } from '../limits/refuse-beyond-limits.ts'

interface Leaving {
  db: Db
  viewer: MemberRow
  tenant: TenantRecord
  now: Date
}

const DAY = 86_400_000

/**
 * What a member who is about to delete the account is offered for staying: once in the account's life, where the company wants it, and not while a
 * better offer runs. Null: nothing.
 */
export async function leavingOffer(leaving: Leaving): Promise<{ percentage: number; days: number } | null> {
  const { db, viewer, tenant, now } = leaving
  if (!tenant.company.delete_discount || !sells(tenant.settings) || isClosed(tenant.settings)) return null
  if (!viewer.paid_user && isNewMember(viewer.signup_date, now)) return null
  if ((await findTaken(leaving)) || (await isProtected(db, viewer.id, now))) return null
  return { percentage: LEAVING_PERCENTAGE, days: LEAVING_DAYS }
}

/** The member stays: the discount is theirs from now on. Repeating it changes nothing. Throws `not_found` if it isn't offered, or is over. */
export async function takeLeavingOffer(leaving: Leaving): Promise<{ code: string; percentage: number; expires: Date }> {
  const { db, viewer, tenant, now } = leaving
  const offer = await leavingOffer(leaving)
  if (offer) {
    await db
      .insertInto('discount_codes')
      .values({
        tenant: tenant.settings.id,
        code: LEAVING_CODE,
        kind: 'leaving',
        value_percentage: offer.percentage,
        member_id: viewer.id,
        expires: new Date(now.getTime() + offer.days * DAY),
        created_at: now,
        author: 'tether',
        reason: 'For staying'
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const taken = await findTaken(leaving)
  if (taken?.status !== 'active' || !taken.expires || taken.expires <= now || taken.tenant !== tenant.settings.id) throw notFound()
  return { code: taken.code, percentage: taken.value_percentage, expires: taken.expires }
}

async function findTaken({ db, viewer }: Pick<Leaving, 'db' | 'viewer'>) {
  return await db
    .selectFrom('discount_codes')
    .select(['code', 'value_percentage', 'expires', 'tenant', 'status'])
    .where('member_id', '=', viewer.id)
    .where('kind', '=', 'leaving')
    .executeTakeFirst()
}
