import { expect, test } from 'vitest'
import { applyEvent } from '../../client/live/apply-event.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { profile } from '../client/member-profile.ts'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

const ANN = profile()
const NOW = '2026-11-20T20:00:00.000Z'

test('of a like and a quick unlike the last tap is shown, whatever is refetched before its answer', async () => {
  let liked = false
  const hold = Promise.withResolvers<void>()
  const { getByRole, queryClient, calls } = await mount(`/members/${ANN.id}`, {
    api: {
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      getMember: () => ({ member: { ...ANN, liked }, blocked: null, now: NOW }),
      visitMember: () => ({}),
      likeMember: () => {
        liked = true
        return { liked, match: false, member: null }
      },
      unlikeMember: async () => {
        await hold.promise
        liked = false
        return { liked }
      }
    }
  })
  const like = getByRole('button', { name: sentence('profile.like'), exact: true })
  const unlike = getByRole('button', { name: sentence('profile.unlike') })
  await like.click()
  await unlike.click()
  await expect.element(like).toBeVisible()

  // The event of the first tap comes before the answer to the second.
  const asked = () => calls.filter(({ entry }) => entry === 'getMember').length
  const before = asked()
  applyEvent(queryClient, 'likes_changed', JSON.stringify({ profile_id: ANN.id }))
  await expect.poll(asked).toBeGreaterThan(before)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(unlike.query()).toBeNull()

  // An answer that was read before the last tap and arrives after its answer changes nothing either.
  hold.resolve()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(like).toBeVisible()
})
