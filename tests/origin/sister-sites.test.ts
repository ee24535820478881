import { beforeAll, expect, test } from 'vitest'
import { like, write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
let lena: TestMember
let host: TestMember

// lender offers its members to be shown in other pools; isle is such a pool.
beforeAll(async () => {
  await origin.publish({ id: 'lender', pool: 'lender', member_resell: true })
  lena = await origin.aMember({ tenant: 'lender', name: 'Lena' })
  host = await origin.aMember({ tenant: 'isle', name: 'Host' })
})

const agree = (as: TestMember, pools: string[]) => origin.call('updateProfile', { as, body: { shown_in: pools } })
const sees = async (as: TestMember, other: TestMember) =>
  // Of a blocked member only the name is left, to unblock.
  Boolean((await origin.call('getMember', { as, query: { id: other.id } })).body.member)
const finds = async (as: TestMember, other: TestMember) => (await origin.call('searchMembers', { as })).text.includes(other.id)

test('the other pools are offered with the names of their sites and companies, if the site offers any', async () => {
  const { sister_sites } = (await origin.call('getProfile', { as: lena })).body.profile
  expect(sister_sites.map(({ pool }) => pool)).toContain('isle')
  expect(sister_sites.find(({ pool }) => pool === 'isle')?.sites[0]).toEqual({
    name: origin.tenant('isle').settings.name,
    company: origin.tenant('isle').company.name
  })
  expect((await origin.call('getProfile', { as: host })).body.profile.sister_sites).toEqual([])
})

test('no one is shown elsewhere until they agree, in that pool only, and the choice is stored with its words and time', async () => {
  expect([await sees(host, lena), await finds(host, lena)]).toEqual([false, false])
  expect((await agree(lena, ['isle'])).status).toBe(200)
  expect([await sees(host, lena), await finds(host, lena)]).toEqual([true, true])
  const northerner = await origin.aMember()
  expect([await sees(northerner, lena), await finds(northerner, lena)]).toEqual([false, false])
  // The choice shows Lena there, but no one from there to her.
  expect([await sees(lena, host), await finds(lena, host)]).toEqual([false, false])
  // Visitors only see members of the site's own pool.
  await origin.call('updateProfile', { as: lena, body: { shown_to_visitors: true } })
  expect((await origin.call('getMember', { tenant: 'isle', query: { id: lena.id } })).status).toBe(404)
  const { consent } = await origin.deps.db.selectFrom('members').select('consent').where('id', '=', lena.row.id).executeTakeFirstOrThrow()
  expect(consent).toMatchObject({ sister_sites: { pools: ['isle'], text: 'settings.sisters_text', at: origin.now().toISOString() } })
})

test('members who wrote to or like the guest are visible to them, and they can answer', async () => {
  await agree(lena, ['isle'])
  await write(origin, host, lena, 'Hello over there')
  expect(await sees(lena, host)).toBe(true)
  await write(origin, lena, host, 'Hello back')
  const admirer = await origin.aMember({ tenant: 'isle' })
  await like(origin, admirer, lena)
  expect(await sees(lena, admirer)).toBe(true)
  expect((await origin.call('listLikes', { as: lena })).text).toContain(admirer.id)
})

test('a block holds across pools', async () => {
  await agree(lena, ['isle'])
  const pest = await origin.aMember({ tenant: 'isle' })
  await write(origin, pest, lena, 'Hi')
  expect((await origin.call('blockMember', { as: lena, body: { id: pest.id } })).status).toBe(200)
  expect([await sees(pest, lena), await finds(pest, lena), await sees(lena, pest)]).toEqual([false, false, false])
})

test('a block can be taken back after the guest has left', async () => {
  await agree(lena, ['isle'])
  const local = await origin.aMember({ tenant: 'isle' })
  await write(origin, local, lena, 'Hi')
  await origin.call('blockMember', { as: local, body: { id: lena.id } })
  await agree(lena, [])
  const blocked = async () => (await origin.call('listBlocked', { as: local })).text.includes(lena.id)
  expect(await blocked()).toBe(true)
  expect((await origin.call('unblockMember', { as: local, body: { id: lena.id } })).status).toBe(200)
  expect([await blocked(), await sees(local, lena)]).toEqual([false, false])
})

test('revoked, or no longer offered by the site, it ends at once for both sides', async () => {
  const late = await origin.aMember({ tenant: 'isle' })
  await agree(lena, ['isle'])
  await write(origin, late, lena, 'Hi')
  await agree(lena, [])
  expect([await sees(late, lena), await finds(late, lena), await sees(lena, late)]).toEqual([false, false, false])
  await agree(lena, ['isle'])
  expect(await sees(late, lena)).toBe(true)
  await origin.publish({ id: 'lender', member_resell: false })
  expect([await sees(late, lena), await finds(late, lena), await sees(lena, late)]).toEqual([false, false, false])
  // Nor does another site of hers that still offers it.
  await origin.publish({ id: 'lender-too', pool: 'lender', member_resell: true })
  expect([await sees(late, lena), await finds(late, lena), await sees(lena, late)]).toEqual([false, false, false])
  await origin.publish({ id: 'lender-too', pool: 'lender', member_resell: false })
  await origin.publish({ id: 'lender', member_resell: true })
})
