import { sql, type Kysely, type Selectable } from 'kysely'
import { LEAVING_CODE, type DiscountValidity } from '../../shared/rules/discounts.ts'
import type { PaymentMethod } from '../../shared/tenants/selling.ts'
import type { Tables } from '../db/tables.ts'
import type { DiscountsTables } from '../db/tables/discounts.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'

/** A code that an operator makes. Money in minor units. */
export interface NewCode {
  tenant: string
  code: string
  percentage: number
  minimum: number
  country: string | null
  currency: string | null
  methods: PaymentMethod[]
  /** Public id of the only member who can use it. */
  member: string | null
  expires: Date | null
  validity: DiscountValidity
  author: string
  reason: string
}

type ListedCode = Selectable<DiscountsTables['discount_codes']> & { reserved: number; completed: number; member: string | null }

/** All codes of a brand, or of all, with those of the product; the newest last. */
export async function listCodes(db: Kysely<Tables>, tenant: string | null): Promise<ListedCode[]> {
  return await db
    .selectFrom('discount_codes as codes')
    .leftJoin('members', 'members.id', 'codes.member_id')
    .selectAll('codes')
    .select([
      'members.public_id as member',
      sql<number>`(select count(*) from discount_uses where code_id = codes.id and completed_at is null)`.as('reserved'),
      sql<number>`(select count(*) from discount_uses where code_id = codes.id and completed_at is not null)`.as('completed')
    ])
    .$if(tenant !== null, (query) => query.where((eb) => eb.or([eb('codes.tenant', 'is', null), eb('codes.tenant', '=', tenant)])))
    .orderBy('codes.id')
    .execute()
}

/**
 * Makes a code; returns why it can't otherwise: the brand or the product has a code of this name, it is that of the offer for staying, or the brand has
 * no such member.
 */
export async function makeCode(
  { db, now }: Pick<UnitOfWork, 'db' | 'now'>,
  wanted: NewCode
): Promise<'made' | 'taken' | 'reserved' | 'no_member'> {
  if (wanted.code === LEAVING_CODE) return 'reserved'
  const member =
    wanted.member === null
      ? null
      : await db
          .selectFrom('members')
          .select('id')
          .where('public_id', '=', wanted.member)
          .where('home_tenant', '=', wanted.tenant)
          .executeTakeFirst()
  if (member === undefined) return 'no_member'
  const own = await db
    .selectFrom('discount_codes')
    .select('id')
    .where('tenant', 'is', null)
    .where('code', '=', wanted.code)
    .executeTakeFirst()
  if (own) return 'taken'
  const { numInsertedOrUpdatedRows: made } = await db
    .insertInto('discount_codes')
    .values({
      tenant: wanted.tenant,
      code: wanted.code,
      value_percentage: wanted.percentage,
      minimum_order_value: wanted.minimum,
      country: wanted.country,
      currency: wanted.currency,
      paymentmethods: wanted.methods,
      member_id: member?.id ?? null,
      expires: wanted.expires,
      validity: wanted.validity,
      created_at: now,
      author: wanted.author,
      reason: wanted.reason
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made === 1n ? 'made' : 'taken'
}

/**
 * Ends a code of a brand; orders that have reserved it keep their price. False if the brand has no active one of this name: offers for staying are
 * promised to their members, and have one name for all of them.
 */
export async function endCode(
  db: Kysely<Tables>,
  { tenant, code, author, reason, now }: { tenant: string; code: string; author: string; reason: string; now: Date }
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('discount_codes')
    .set({ status: 'inactive', ended_at: now, ended_by: author, end_reason: reason })
    .where('tenant', '=', tenant)
    .where('code', '=', code)
    .where('kind', '=', 'code')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
