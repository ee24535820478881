import { focusManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { profile } from '../client/member-profile.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

const NOW = '2026-11-20T20:00:00.000Z'
const ANN = profile()
const OWN_ID = memberAnswers().flatMap(([query, answer]) =>
  query.endpoint === 'getUser' ? [(answer as { user: { id: string } }).user.id] : []
)[0]!

async function open(id: string, came: boolean) {
  const answer = { member: { ...ANN, id }, blocked: null, now: NOW }
  const { calls, queryClient, getByRole } = await mount(`/members/${id}`, {
    answers: came ? [[{ endpoint: 'getMember', query: { id } }, answer]] : [],
    api: { getMember: () => answer, visitMember: () => ({}), likeMember: () => ({ liked: true, match: false, member: null }) }
  })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  return { visits: () => calls.filter(({ endpoint }) => endpoint === 'visitMember').map(({ body }) => body), queryClient, getByRole }
}

test.each([true, false])('a profile that is shown is a visit; its answer came with the page: %s', async (came) => {
  const { visits } = await open(ANN.id, came)
  await expect.poll(visits).toEqual([{ id: ANN.id }])
})

test('a profile that was fetched again is another visit, so that a like that came meanwhile is seen', async () => {
  const { visits, queryClient } = await open(ANN.id, true)
  await expect.poll(visits).toHaveLength(1)
  await queryClient.invalidateQueries({ queryKey: ['getMember'] })
  await expect.poll(visits).toHaveLength(2)
})

test('a like on the profile is not a visit', async () => {
  const { visits, queryClient, getByRole } = await open(ANN.id, true)
  await expect.poll(visits).toHaveLength(1)
  await getByRole('button', { name: sentence('profile.like') }).click()
  await expect.element(getByRole('button', { name: sentence('profile.unlike') })).toBeVisible()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  expect(visits()).toHaveLength(1)
})

test('a profile in a background tab is seen once it is in front, and once only, whatever has refetched it there', async () => {
  const { visits, queryClient } = await open(ANN.id, true)
  await expect.poll(visits).toHaveLength(1)
  focusManager.setFocused(false)
  try {
    await queryClient.invalidateQueries({ queryKey: ['getMember'] })
    await queryClient.invalidateQueries({ queryKey: ['getMember'] })
    expect(visits()).toHaveLength(1)
    focusManager.setFocused(true)
    await expect.poll(visits).toHaveLength(2)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    expect(visits()).toHaveLength(2)
  } finally {
    focusManager.setFocused(undefined)
  }
})

test('viewing one’s own profile is not a visit', async () => {
  const { visits } = await open(OWN_ID, true)
  expect(visits()).toEqual([])
})
