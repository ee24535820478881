import { afterEach, describe, expect, test, vi } from 'vitest'
import { dismiss, isDismissed, onDismissed } from '../../client/banners/dismissals.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

const CHAT = `/chats/${'C'.repeat(22)}`
const ADA = 'A'.repeat(22)
const BEA = 'B'.repeat(22)

const visitBy = (facts: Parameters<typeof memberAnswers>[0]): Visit => ({ member: true, answers: memberAnswers(facts) })
const unconfirmed = visitBy({ confirmed: false })

describe('the activation reminder', () => {
  test('is in the HTML, names the address and offers a new mail [BAN-1]', async () => {
    const banner = part(await renderPage('/members', unconfirmed), 'div', 'data-testid="banner-activation"')
    expect(textOf(banner)).toContain('We sent a link to robin@mail.example')
    expect(textOf(part(banner, 'button'))).toBe(sentence('activation.resend'))
  })

  test('is in the default layout only, for members only', async () => {
    expect(await renderPage('/pages/terms', unconfirmed)).toContain('banner-activation')
    expect(await renderPage(CHAT, unconfirmed)).not.toContain('banner-activation')
    expect(await renderPage('/landers/gallery', unconfirmed)).not.toContain('banner-activation')
    expect(await renderPage('/members')).not.toContain('banner-activation')
  })

  test('is a banner in the HTML even with the flag: the server doesn’t know the screen size', async () => {
    const html = await renderPage('/members?api_signup_complete=1', unconfirmed)
    expect(part(html, 'div', 'data-testid="banner-activation"')).not.toBe('')
    expect(html).not.toContain('<dialog')
  })
})

test('closable banners are not in the HTML, so that no closed one flashes up', async () => {
  const html = await renderPage('/members', visitBy({ disabled: ['bounce'] }))
  expect(html).not.toContain('banner-notifications')
  expect(html).not.toContain('banner-photo')
})

describe('closing a banner', () => {
  afterEach(() => void vi.unstubAllGlobals())

  function browser(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const target = new EventTarget()
    vi.stubGlobal('window', target)
    vi.stubGlobal('localStorage', storage)
    return target
  }

  test('stores the time in ms, under its name and the member, and for no one else [BAN-12]', () => {
    const kept = new Map<string, string>()
    browser({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) })
    const before = Date.now()
    dismiss('hide_enrich_alert', ADA)
    dismiss('hide_disabled_notifications_alert', BEA)
    expect([...kept.keys()]).toEqual([`hide_enrich_alert:${ADA}`, `hide_disabled_notifications_alert:${BEA}`])
    for (const value of kept.values()) {
      expect(Number(value)).toBeGreaterThanOrEqual(before)
      expect(Number(value)).toBeLessThanOrEqual(Date.now())
    }
    expect([isDismissed('hide_enrich_alert', ADA), isDismissed('hide_enrich_alert', BEA)]).toEqual([true, false])
  })

  test('reaches the other tabs until they unsubscribe', () => {
    const kept = new Map<string, string>()
    const tab = browser({ getItem: (key) => kept.get(key) ?? null, setItem: () => {} })
    const heard = vi.fn()
    const leave = onDismissed(heard)
    const id = 'C'.repeat(22)
    expect(isDismissed('hide_enrich_alert', id)).toBe(false)
    kept.set(`hide_enrich_alert:${id}`, '1')
    tab.dispatchEvent(new Event('storage'))
    expect(heard).toHaveBeenCalledTimes(1)
    expect(isDismissed('hide_enrich_alert', id)).toBe(true)
    leave()
    tab.dispatchEvent(new Event('storage'))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('where storage is blocked it stays closed as long as the page is open', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    browser({ getItem: blocked, setItem: blocked })
    const id = 'D'.repeat(22)
    const heard = vi.fn()
    onDismissed(heard)
    expect(isDismissed('hide_enrich_alert', id)).toBe(false)
    dismiss('hide_enrich_alert', id)
    expect(heard).toHaveBeenCalled()
    expect(isDismissed('hide_enrich_alert', id)).toBe(true)
  })
})
