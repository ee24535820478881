import { sql, type Selectable } from 'kysely'
import type { DiscountsTables } from '../db/tables/discounts.ts'
import type { Db } from '../http/handler.ts'

/**
 * A code as it is stored. `used`: this member can't use it again. An order of theirs whose page is only open doesn't count: the next one closes it.
 * `bought`: they have paid for an order, whatever became of it later, or a payment of theirs is on its way.
 */
export type CodeRow = Selectable<DiscountsTables['discount_codes']> & { used: boolean; bought: boolean }

interface Wanted {
  /** Row number. */
  member: number
  tenant: string
  /** In capitals; others come without being typed. */
  code: string | null
}

/** The active codes that a member of a brand could use: the product's own, those that are theirs alone, and the typed one. */
export async function selectCodes(db: Db, { member, tenant, code }: Wanted): Promise<CodeRow[]> {
  return await db
    .selectFrom('discount_codes as codes')
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from discount_uses join orders on orders.id = order_id
        where discount_uses.code_id = codes.id and discount_uses.once_for = ${member} and (completed_at is not null or orders.status <> 'loading')
      )`.as('used')
    )
    .select(
      sql<boolean>`exists (select from orders where orders.member_id = ${member} and orders.status in ('pending', 'completed'))`.as(
        'bought'
      )
    )
    .where((eb) => eb.or([eb('tenant', 'is', null), eb('tenant', '=', tenant)]))
    .where((eb) => eb.or([eb('member_id', 'is', null), eb('member_id', '=', member)]))
    .where((eb) => eb.or([eb('tenant', 'is', null), eb('member_id', '=', member), ...(code === null ? [] : [eb('code', '=', code)])]))
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/** The code that was typed for an order and lowers it; null without one, and for the product's own offers, which come by themselves. */
export async function typedCodeOf(db: Db, { discount_code_id: id }: { discount_code_id: number | null }): Promise<string | null> {
  if (id === null) return null
  const row = await db.selectFrom('discount_codes').select('code').where('id', '=', id).where('kind', '=', 'code').executeTakeFirst()
  return row?.code ?? null
}
