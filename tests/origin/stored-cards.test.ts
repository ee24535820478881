import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { runPayments } from '../../origin/payments/run-payments.ts'
import { forgetCards } from '../../origin/payments/stored-cards.ts'
import { ProviderUnavailable } from '../../origin/providers/payment/port.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { aBuyer, smallest, create, order, show, userOf, begunWith } = shop

describe('a kept card', () => {
  const cardOf = async (as: TestMember) =>
    await shop.origin.deps.db
      .selectFrom('stored_cards')
      .selectAll()
      .where('member_id', '=', as.row.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()

  async function withCard(kind: 'good' | 'declines'): Promise<{ me: TestMember; card: string }> {
    const me = await aBuyer()
    const { body } = await create(me, { save_card: true })
    await shop.payments.choose(body.payment_id, 'pay', kind)
    shop.origin.advance(600)
    return { me, card: (await cardOf(me))!.public_id }
  }

  test('is only kept if the member asks for it', async () => {
    const me = await aBuyer()
    await order(me)
    expect(await cardOf(me)).toBeUndefined()
  })

  test('pays the next order without a page; pressing twice pays once', async () => {
    const { me, card } = await withCard('good')
    const [one, other] = await Promise.all([create(me, { stored_card: card }), create(me, { stored_card: card })])
    await shop.payments.sandbox.delivered()
    const third = await create(me, { stored_card: card })
    expect(one.body).toMatchObject({ status: 'completed', next: null })
    expect([other.body.payment_id, third.body.payment_id]).toEqual([one.body.payment_id, one.body.payment_id])
    expect((await userOf(me)).credits).toBe(2 * smallest().credits)
  })

  const WAYS = ['a page', 'a page that keeps the card', 'the kept card', 'another method'] as const
  test.each(
    WAYS.flatMap((first) => WAYS.filter((then) => then !== first && first !== 'the kept card').map((then) => [first, then] as const))
  )('and %s: of two tabs, the one that then pays by %s closes the page of the other, so that only one is paid', async (first, then) => {
    const { me, card } = await withCard('good')
    const ways = {
      'a page': {},
      'a page that keeps the card': { save_card: true },
      'the kept card': { stored_card: card },
      'another method': { method: 'ideal' }
    }
    const page = (await create(me, ways[first])).body.payment_id
    const paid = await create(me, ways[then])
    await shop.payments.sandbox.delivered()
    expect([paid.status, begunWith(page)[0]!.status, (await show(me, page)).status]).toEqual([200, 'cancelled', 'cancelled'])
    expect(paid.body.status).toBe(then === 'the kept card' ? 'completed' : 'loading')
  })

  test('that is declined fails the order, which says that there are other ways', async () => {
    const { me, card } = await withCard('declines')
    const { body } = await create(me, { stored_card: card })
    expect(body).toMatchObject({ status: 'failed', next: null })
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'failed', recurring: true, failure: 'card_declined' })
    expect((await create(me, { method: 'paypal' })).body.next).toContain('/pay/')
  })

  test('whose charge was not answered is charged once', async () => {
    const { me, card } = await withCard('good')
    shop.payments.sandbox.faults.push('lost')
    expect((await create(me, { stored_card: card })).status).toBe(503)
    await shop.payments.sandbox.delivered()
    expect((await create(me, { stored_card: card })).body.status).toBe('completed')
    expect(
      shop.payments.sandbox.payments.filter(({ reference }) => reference === shop.payments.sandbox.payments.at(-1)!.reference)
    ).toHaveLength(1)
    expect((await userOf(me)).credits).toBe(2 * smallest().credits)
  })

  test('whose charge was not answered is charged once, however late the same request comes again', async () => {
    const { me, card } = await withCard('good')
    const begun = shop.payments.sandbox.payments.length
    const key = { 'idempotency-key': `once-${card}` }
    shop.payments.sandbox.faults.push('lost')
    expect((await create(me, { stored_card: card }, key)).status).toBe(503)
    await shop.payments.sandbox.delivered()
    shop.origin.advance(150)
    expect((await create(me, { stored_card: card }, key)).body.status).toBe('completed')
    expect(shop.payments.sandbox.payments).toHaveLength(begun + 1)
    // Another request is another order.
    expect((await create(me, { stored_card: card })).body.status).toBe('completed')
    expect(shop.payments.sandbox.payments).toHaveLength(begun + 2)
  })

  test('of a provider that the brand has left can be removed, and pays for nothing', async () => {
    const { me, card } = await withCard('good')
    await shop.origin.deps.db.updateTable('stored_cards').set({ provider: 'mollie' }).where('public_id', '=', card).execute()
    expect((await shop.origin.call('getSavedMethods', { as: me })).body.stored_card?.id).toBe(card)
    expect((await shop.origin.call('getCredits', { as: me, query: {} })).body.stored_card).toBeNull()
    expect((await create(me, { stored_card: card })).status).toBe(422)
  })

  test('of a payment that came too late is forgotten by the provider', async () => {
    const me = await aBuyer()
    const { body } = await create(me, { save_card: true })
    const before = shop.payments.sandbox.cards.length
    expect((await shop.origin.call('deleteAccount', { as: me, body: { password: PASSWORD } })).status).toBe(200)
    await shop.payments.choose(body.payment_id, 'pay')
    await shop.origin.idle()
    expect((await shop.ordersOf(me)).map(({ status }) => status)).toEqual(['cancelled'])
    expect(shop.payments.sandbox.cards).toHaveLength(before)
  })

  test('of a page that was open when someone else took the account is not theirs to pay with, and is forgotten', async () => {
    const me = await aBuyer({ status: 'not_confirmed', profile_status: 'disabled' })
    const { body } = await create(me, { save_card: true })
    const before = shop.payments.sandbox.cards.length
    await shop.origin.call('resendActivation', { as: me })
    const token = tokenOf((await shop.origin.mails(me.row.email)).at(-1))
    const password = 'a quiet harbour at night'
    expect((await shop.origin.call('useToken', { body: { token, password, password_repeat: password } })).status).toBe(200)
    await shop.payments.choose(body.payment_id, 'pay')
    await shop.origin.idle()
    expect((await shop.ordersOf(me)).map(({ status }) => status)).toEqual(['completed'])
    expect(await cardOf(me)).toBeUndefined()
    expect(shop.payments.sandbox.cards).toHaveLength(before)
  })

  test('is forgotten by its provider, however many the provider of another brand doesn’t forget', async () => {
    const card = (tenant: string) => ({
      public_id: newPublicId(),
      member_id: null,
      tenant,
      provider: 'sandbox',
      customer: 'cust_1',
      card: 'card_1',
      label: 'Visa',
      created_at: shop.origin.now(),
      removed_at: shop.origin.now()
    })
    const { db, payments } = shop.origin.deps
    await db
      .insertInto('stored_cards')
      .values([...Array.from({ length: 10 }, () => card('nordic')), card('velvet')])
      .execute()
    const open: typeof payments.open = async (name, brand) => {
      if (brand === 'nordic') throw new ProviderUnavailable('its key was revoked')
      return await payments.open(name, brand)
    }
    const left = async () =>
      (await db.selectFrom('stored_cards').select('tenant').where('removed_at', 'is not', null).execute()).map((row) => row.tenant)
    for (let run = 0; run < 20; run++) await forgetCards({ ...shop.origin.deps, payments: { open } })
    expect(await left()).toEqual(Array.from({ length: 10 }, () => 'nordic'))
    await db.deleteFrom('stored_cards').where('tenant', '=', 'nordic').execute()
  })

  test('is forgotten by its provider also while no refund can be sent', async () => {
    const { me, card } = await withCard('good')
    shop.payments.sandbox.faults.push(503)
    await shop.origin.call('removeStoredCard', { as: me, body: { id: card } })
    await shop.origin.idle()
    const { db } = shop.origin.deps
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$not now$$; end'`.execute(db)
    await sql`create trigger refuse before update on refunds for each statement execute function refuse()`.execute(db)
    await runPayments(shop.origin.deps)
    await sql`drop function refuse cascade`.execute(db)
    expect(await db.selectFrom('stored_cards').selectAll().where('public_id', '=', card).execute()).toEqual([])
  })

  test('belongs to one brand: saving or removing one on a sister site leaves it', async () => {
    const { me, card } = await withCard('good')
    const there = await shop.origin.signIn(me, 'nordic')
    await order(there, 'pay', { save_card: true })
    const saved = async (as: TestMember) => (await shop.origin.call('getSavedMethods', { as })).body.stored_card?.id
    const other = (await saved(there))!
    expect([other === card, await saved(me)]).toEqual([false, card])
    await shop.origin.call('removeStoredCard', { as: there, body: { id: card } })
    expect([await saved(there), await saved(me)]).toEqual([other, card])
    await shop.origin.call('removeStoredCard', { as: there, body: { id: other } })
    expect([await saved(there), await saved(me)]).toEqual([undefined, card])
  })

  test('is removed here and at the provider, by its member alone', async () => {
    const { me, card } = await withCard('good')
    const other = await aBuyer()
    await shop.origin.call('removeStoredCard', { as: other, body: { id: card } })
    const saved = async () => (await shop.origin.call('getSavedMethods', { as: me })).body.stored_card
    expect(await saved()).toEqual({ id: card, label: expect.stringContaining('••••') as string })
    await shop.origin.call('removeStoredCard', { as: me, body: { id: card } })
    expect(await saved()).toBeNull()
    await shop.origin.idle()
    expect(await shop.origin.deps.db.selectFrom('stored_cards').selectAll().where('public_id', '=', card).execute()).toEqual([])
    expect((await create(me, { stored_card: card })).status).toBe(422)
  })
})
