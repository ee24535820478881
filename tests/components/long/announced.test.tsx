import { expect, test } from 'vitest'
import type { Contract } from '../../../shared/api/contract.ts'
import type { DirectDebit } from '../../../shared/api/directdebit.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import { fieldError } from '../../../shared/api/errors.ts'
import { CREDITS } from '../../client/a-credits.ts'
import { CHAT, card } from '../../client/chat-fixtures.ts'
import { memberAnswers } from '../../client/render-page.tsx'
import { NOTIFICATIONS } from '../../fixtures/own-pages.ts'
import { SELLING } from '../../fixtures/tenants.ts'
import { listen } from '../announced.ts'
import { memberApi, SESSION } from '../member-api.ts'
import { HttpError, mount } from '../mount.tsx'
import { sentence } from '../sentence.ts'

// What a screen reader says when something changes far from the focus (tests/architecture/live-regions.test.ts has the rule for all of them).

const getUser = () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>

test('that a discount code isn’t for another way to pay', async () => {
  const discount = { code: 'SUMMER', percentage: 25, minimum: 0, ends_at: null }
  const { getByRole } = await mount('/credits/50/card?code=SUMMER', {
    tenant: SELLING,
    country: 'GB',
    api: {
      getUser,
      getCredits: ({ query }) =>
        query.method === 'paypal'
          ? { ...CREDITS, refusal: 'method' }
          : { ...CREDITS, discount, bundles: CREDITS.bundles.map((one) => ({ ...one, discounted: 1346, code: 'SUMMER' })) }
    }
  })
  await expect.element(getByRole('button', { name: /£13\.46/ })).toBeVisible()
  const { announced } = listen()
  await getByRole('radio', { name: sentence('shop.method_paypal'), exact: true }).click()
  await expect.poll(() => announced).toContain(sentence('discount.method'))
})

test('until when buying is paused', async () => {
  const state = {
    limits: { currency: 'EUR', day: null, month: null },
    next: null,
    spent: { day: 0, month: 0 },
    paused_until: null as string | null
  }
  const { getByRole } = await mount('/settings', {
    tenant: { payment_provider: 'sandbox' },
    api: memberApi({ getLimits: () => state, setLimits: () => ({ ...state, paused_until: '2026-11-30T12:00:00.000Z' }) })
  })
  const pause = getByRole('button', { name: sentence('spending.pause_submit') })
  await expect.element(pause).toBeVisible()
  const { announced } = listen()
  await pause.click()
  await expect.poll(() => announced).toContainEqual(expect.stringMatching(/until .*30/))
})

test('that a link to prove the address has been sent, or why not', async () => {
  let refused = true
  const disabled = { ...NOTIFICATIONS, disabled: ['bounce' as const] }
  const { getByRole } = await mount('/settings', {
    api: memberApi({
      getNotifications: () => disabled,
      updateNotifications: () => (refused ? new HttpError('limit_reached') : disabled)
    })
  })
  const send = getByRole('button', { name: sentence('notifications.send_link') })
  await expect.element(send).toBeVisible()
  const { announced } = listen()
  await send.click()
  await expect.poll(() => announced).toContain(sentence('error.limit_reached'))
  refused = false
  await send.click()
  await expect.poll(() => announced).toContain(sentence('notifications.check_mail', { email: NOTIFICATIONS.email }))
})

test.each(['spam_complaint', 'unsubscribe'] as const)('that emails are sent again after %s', async (reason) => {
  const { getByRole, getByText } = await mount('/settings', {
    api: memberApi({
      getNotifications: () => ({ ...NOTIFICATIONS, disabled: [reason] }),
      updateNotifications: () => NOTIFICATIONS
    })
  })
  const resume = getByRole('button', { name: sentence('notifications.resume') })
  await expect.element(resume).toBeVisible()
  const { announced } = listen()
  await resume.click()
  await expect.element(getByText(sentence(`notifications.disabled.${reason}`, { email: NOTIFICATIONS.email }))).not.toBeInTheDocument()
  await expect.poll(() => announced).toContain(sentence('settings.saved'))
})

test('that the list of sessions can’t be shown', async () => {
  const { getByRole } = await mount('/settings', { fails: true, api: memberApi({ listSessions: () => new HttpError('not_found') }) })
  const { announced } = listen()
  await expect.element(getByRole('region', { name: sentence('sessions.heading') })).toBeVisible()
  await expect.poll(() => announced).toContain(sentence('error.not_found'))
})

test('that a code to sign with has been sent, and that no more of its tries are left', async () => {
  const mandate = { id: CHAT, reference: 'M-2026-1', holder: 'Ann Example', iban_end: '3000' }
  const waiting = { ...mandate, phone_end: '89', until: '2026-11-20T20:10:00.000Z' as string | null }
  const state: DirectDebit = {
    mandate: null,
    waiting,
    blocked: false,
    offered: true,
    creditor: { name: 'Example Ltd', address: '1 High Street', city: 'Berlin', country: 'DE', id: 'DE98ZZZ09999999999' },
    limits: { currency: 'EUR', day: 10_000, month: 30_000 }
  }
  const { getByRole } = await mount('/directdebit', {
    api: {
      getDirectDebit: () => state,
      signDirectDebit() {
        state.waiting = { ...waiting, until: null }
        return new HttpError('invalid', {}, [fieldError('code', 'code_invalid')])
      }
    }
  })
  const code = getByRole('textbox', { name: sentence('debit.code') })
  // The focus is there, which reads it.
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAccessibleDescription(sentence('debit.sent', { phone_end: '89' }))
  await code.fill('654321')
  const { announced } = listen()
  await getByRole('button', { name: sentence('debit.sign') }).click()
  await expect.poll(() => announced).toContain(sentence('debit.ended'))
})

test('who likes whom, after a like', async () => {
  let liked = false
  const member = { ...card('Ann'), likes_you: false, like_new: false, match: false, automatic: false, shared_interests: [] }
  const { getByRole } = await mount(`/likes/m/${member.id}`, {
    api: {
      getUser,
      getLike: () => ({ member: { ...member, liked } }),
      visitMember: () => ({}),
      likeMember() {
        liked = true
        return { liked, match: false, member: null }
      }
    }
  })
  const like = getByRole('button', { name: sentence('likes.like'), exact: true })
  await expect.element(like).toBeVisible()
  const { announced } = listen()
  await like.click()
  await expect.poll(() => announced).toContain(sentence('likes.you_like', { member: 'Ann' }))
})

test('that another device is logged out', async () => {
  const { getByRole } = await mount('/settings', {
    api: memberApi({
      listSessions: () => ({ sessions: [SESSION, { ...SESSION, id: 'T'.repeat(22), current: false }] }),
      endSession: () => ({ sessions: [SESSION] })
    })
  })
  const others = getByRole('button', { name: sentence('sessions.end_others') })
  await expect.element(others).toBeVisible()
  const { announced } = listen()
  await others.click()
  await expect.poll(() => announced).toContainEqual(expect.stringContaining(sentence('sessions.ended')))
})

test('how many members another search finds, or none', async () => {
  const found = (total: number) => ({
    members: total > 0 ? [card('ann')] : [],
    total,
    total_exact: true,
    page: 1,
    pages: total,
    next: null,
    similar: [],
    access: 'all' as const
  })
  const { getByRole, getByText } = await mount('/members?gender=man', {
    api: {
      getUser,
      searchMembers: ({ query }) => found(query.gender ? 0 : 1),
      listRegions: () => ({ country: 'GB', regions: [] }),
      rememberSearch: ({ body }): { search: Record<string, string> } => ({ search: body.filters ? { anyone: '1' } : { gender: 'woman' } })
    }
  })
  await expect.element(getByText(sentence('members.none_title'))).toBeVisible()
  const { announced } = listen()
  await getByText(sentence('members.change')).click()
  await getByRole('link', { name: sentence('members.anyone') }).click()
  await expect.poll(() => announced).toContain(sentence('members.total', { count: 1 }))
  await getByText(sentence('members.change')).click()
  await getByRole('button', { name: sentence('members.suggested') }).click()
  await expect.poll(() => announced).toContainEqual(expect.stringContaining(sentence('members.none_title')))
})
