import { afterEach, expect, test, vi } from 'vitest'
import { usePush } from '../../client/state/push.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { expectAccessible } from './accessible.ts'
import { memberApi } from './member-api.ts'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

const ID = 'A'.repeat(22)
const INITIAL = usePush.getInitialState()
const POSSIBLE = { capability: true, subscription: false } as const

afterEach(() => {
  usePush.setState(INITIAL, true)
  document.cookie = 'notices=; Max-Age=0; Path=/'
})

test.each(LOCALES)('known from before it is one line above the page on a phone, in %s too [BAN-8]', async (language) => {
  const { getByTestId } = await mount('/profile', { width: 375, language, page: { notices: [`push:${ID}`] }, api: memberApi() })
  const offer = getByTestId('banner-push')
  await expect.element(offer).toBeInTheDocument()
  expect(offer.element().closest('aside')).not.toBeNull()
  expect(offer.element().getBoundingClientRect().height).toBeLessThan(56)
  expect(offer.element().scrollWidth).toBeLessThanOrEqual(offer.element().clientWidth)
})

test('a tap before the browser has been checked waits for that, and the line disappears if nothing can be offered', async () => {
  const { getByTestId } = await mount('/profile', { page: { notices: [`push:${ID}`] }, api: memberApi() })
  const offer = getByTestId('banner-push')
  const subscribe = vi.fn(async () => usePush.setState({ subscription: 'denied' }))
  await offer.getByRole('button', { name: sentence('banner.push_enable') }).click()
  usePush.setState({ ...POSSIBLE, subscribe })
  await expect.element(offer).not.toBeInTheDocument()
  expect(subscribe).toHaveBeenCalledOnce()
  expect(document.cookie).not.toContain('push:')
})

// Last: what is closed stays closed as long as this browser is open.
test('found after the page has loaded, the offer is at its end, moves nothing and covers nothing; it can be closed for good [BAN-8] [BAN-12]', async () => {
  const { getByTestId, getByRole } = await mount('/profile', { width: 375, api: memberApi() })
  const heading = getByRole('heading', { level: 1 })
  await expect.element(getByRole('button', { name: sentence('profile-edit.locate') })).toBeInTheDocument()
  const before = heading.element().getBoundingClientRect()
  usePush.setState(POSSIBLE)
  const offer = getByTestId('banner-push')
  await expect.element(offer).toBeInTheDocument()
  expect(heading.element().getBoundingClientRect()).toEqual(before)
  expect(offer.element().closest('main')).not.toBeNull()
  expect(getComputedStyle(offer.element()).position).toBe('static')
  await expectAccessible()
  expect(document.cookie).toContain(`push:${ID}`)
  await offer.getByRole('button', { name: sentence('form.close') }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(Number(localStorage.getItem(`hide_push_alert:${ID}`))).toBeGreaterThan(0)
  expect(document.cookie).toMatch(new RegExp(`push:${ID}~hide_push_alert:${ID}$`))
})
