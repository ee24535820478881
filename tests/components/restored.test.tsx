import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Standing } from '../../shared/api/appeals.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { User } from '../../shared/api/user.ts'
import { CREDITS } from '../client/a-credits.ts'
import { PAYMENT } from '../client/a-payment.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { SELLING } from '../fixtures/tenants.ts'
import { memberApi } from './member-api.ts'
import { departure, mount, type Mounting } from './mount.tsx'
import { sentence } from './sentence.ts'

// What the browser's back button brings back from its cache: the page as it was left for another document.

const url = location.href
afterEach(() => history.replaceState(null, '', url))

const USER = memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>
/** Someone who has yet to prove their age. */
const unproven: User = { ...USER.user, profile: { ...USER.user.profile!, status: 'disabled' } }
const { payment_id, status, credits, payment_method, currency, total } = PAYMENT

const BUSY = new RegExp(`^(?:${[sentence('form.sending'), sentence('checkout.busy'), sentence('settings.saving')].join('|')})$`)
const field = (key: Parameters<typeof sentence>[0]) => page.getByLabelText(sentence(key), { exact: true })
const press = (key: Parameters<typeof sentence>[0]) => page.getByRole('button', { name: sentence(key) }).click()

const BAN: Standing = {
  reference: 'ABCD-2345',
  measure: 'ban',
  rule: 'money',
  reasons: 'Asked members for money',
  decided_at: '2026-11-19T20:00:00.000Z',
  until: null,
  appeal_until: '2027-05-19T20:00:00.000Z',
  refunded: [],
  unused: [],
  appeal: null
}

interface Leaving {
  visit: Mounting
  leave: () => Promise<void>
  to: string
}

const PAGES: Record<string, Leaving> = {
  '/reset-password': {
    visit: { member: false, api: { requestPasswordReset: () => ({ status: 'check_mail' }) } },
    async leave() {
      await field('form.email').fill('robin@mail.example')
      await press('reset-password.submit')
    },
    to: '/reset-password?sent=1'
  },
  '/complaints': {
    visit: { api: { fileComplaint: () => ({ status: 'received' }) } },
    async leave() {
      await field('complaints.kind').selectOptions('service')
      await field('complaints.text').fill('The mail never came')
      await field('complaints.name').fill('Robin')
      await press('complaints.submit')
    },
    to: '/complaints?sent=1'
  },
  '/complete-signup': {
    visit: {
      tenant: { age_assurance: 'provider' },
      answers: [
        [
          { endpoint: 'getUser', query: {} },
          { ...USER, user: unproven }
        ]
      ],
      api: { startAgeCheck: () => ({ url: 'https://ages.example/' }) }
    },
    leave: () => press('age-check.start'),
    to: 'https://ages.example/'
  },
  '/credits/50/card': {
    visit: {
      tenant: SELLING,
      country: 'GB',
      api: {
        getCredits: () => CREDITS,
        createPayment: () => ({ payment_id, status, credits, payment_method, currency, total, next: 'https://pay.example/' })
      }
    },
    leave: () => press('checkout.submit'),
    to: 'https://pay.example/'
  },
  '/settings': {
    visit: { api: memberApi({ updateUser: () => USER }) },
    leave: () => field('settings.language').selectOptions('de'),
    to: '/settings?lang=de'
  }
}

test.each(Object.entries(PAGES))('%s can be used again when Back restores it', async (path, { visit, leave, to }) => {
  await mount(path, visit)
  history.replaceState(null, '', path)
  await leave()
  expect(await departure()).toEqual([to, 'push'])
  const busy = page.getByRole('main').getByText(BUSY)
  await expect.element(busy).toBeVisible()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(busy).not.toBeInTheDocument()
})

const WITH_PASSWORD: Record<string, Leaving> = {
  '/login': {
    visit: { member: false, api: { login: () => USER } },
    async leave() {
      await field('login.name').fill('Robin')
      await field('form.password').fill('lantern by the quay')
      await press('login.submit')
    },
    to: '/members'
  },
  '/pages/ban': {
    visit: {
      member: false,
      answers: [
        [
          { endpoint: 'getStanding', query: {} },
          { decision: BAN, notices: [] }
        ]
      ],
      api: { deleteAccount: () => ({ status: 'deleted' }) }
    },
    async leave() {
      // The first is for the download of the data.
      await field('delete-account-form.password').last().fill('lantern by the quay')
      await press('delete-account-form.submit')
    },
    to: '/account-deleted?done=1'
  }
}

test.each(Object.entries(WITH_PASSWORD))('Back doesn’t lead to %s once its password was accepted', async (path, { visit, leave, to }) => {
  await mount(path, visit)
  await leave()
  expect(await departure()).toEqual([to, 'replace'])
})
