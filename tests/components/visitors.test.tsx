import { focusManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { card } from '../client/chat-fixtures.ts'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

type User = EndpointOutput<Contract['getUser']>

const visit = (name: string) => ({ ...card(name), visited_on: '2026-11-20', visit_new: true })

test('each visit is seen, even if as many are new when the page is fetched again as before', async () => {
  let visits = [visit('Ann')]
  const { getByRole, calls, queryClient } = await mount('/visitors', {
    api: { listVisits: () => ({ shown: true, visits, total_new: 1 }), seeVisits: () => ({}) }
  })
  const seen = () => calls.filter(({ endpoint }) => endpoint === 'seeVisits')
  await expect.element(getByRole('link', { name: /Ann/ })).toBeVisible()
  await expect.poll(seen).toHaveLength(1)
  // Without live events, the page hears only of Eve: Ann's visit is seen by now.
  visits = [visit('Eve'), { ...visit('Ann'), visit_new: false }]
  await queryClient.invalidateQueries({ queryKey: ['listVisits'] })
  await expect.element(getByRole('link', { name: /Eve/ })).toBeVisible()
  await expect.poll(seen).toHaveLength(2)
  await expect.poll(() => getByRole('main').getByText(sentence('likes.new')).elements()).toHaveLength(2)
})

test('visits that come while the page is in the background are seen once it is in front', async () => {
  onTestFinished(() => focusManager.setFocused(undefined))
  focusManager.setFocused(false)
  const { getByRole, calls, queryClient } = await mount('/visitors', {
    api: { listVisits: () => ({ shown: true, visits: [visit('Ann')], total_new: 1 }), seeVisits: () => ({}) }
  })
  const newVisits = () => queryClient.getQueryData<User>(['getUser', {}])!.user.num_new_visits
  queryClient.setQueryData<User>(['getUser', {}], (known) => known && { ...known, user: { ...known.user, num_new_visits: 1 } })
  const seen = () => calls.filter(({ endpoint }) => endpoint === 'seeVisits').length
  await expect.element(getByRole('link', { name: /Ann/ })).toBeVisible()
  expect([newVisits(), seen()]).toEqual([1, 0])
  focusManager.setFocused(true)
  await expect.poll(() => [newVisits(), seen()]).toEqual([0, 1])
})
