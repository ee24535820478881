import { afterEach, describe, expect, test, vi } from 'vitest'
import { dismiss, isDismissed, mirrorNotice, onDismissed } from '../../client/banners/dismissals.ts'
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

describe('a closable banner', () => {
  const BANNERS = ['banner-notifications', 'banner-photo', 'banner-push']
  const shown = async (notices: string[] = [], url = '/members') => {
    const html = await renderPage(url, { ...visitBy({ disabled: ['bounce'] }), page: { notices } })
    return BANNERS.filter((name) => html.includes(name))
  }

  test('is in the first HTML, so that nothing moves when the script runs [BAN-5] [BAN-10]', async () => {
    expect(await shown()).toEqual(['banner-notifications', 'banner-photo'])
  })

  test('is missing if it was closed in this browser, so that nothing flashes up; one that another member closed is shown [BAN-13]', async () => {
    expect(await shown([`hide_enrich_alert:${ADA}`])).toEqual(['banner-notifications'])
    expect(await shown([`hide_enrich_alert:${ADA}`, `hide_disabled_notifications_alert:${ADA}`])).toEqual([])
    expect(await shown([`hide_enrich_alert:${BEA}`, `hide_disabled_notifications_alert:${BEA}`])).toHaveLength(2)
  })

  test('that depends on the browser is in the first HTML, above the page, if the browser’s state is known from before [BAN-8] [BAN-9]', async () => {
    expect(await shown([`push:${ADA}`])).toEqual(BANNERS)
    expect(await shown([`push:${BEA}`])).not.toContain('banner-push')
    expect(await shown([`push:${ADA}`, `hide_push_alert:${ADA}`])).not.toContain('banner-push')
    expect(await shown([`push:${ADA}`], '/notifications')).not.toContain('banner-push')
    const html = await renderPage('/likes/given', { ...visitBy({}), page: { notices: [`push:${ADA}`] } })
    expect(part(html, 'main')).not.toContain('banner-push')
  })
})

describe('the cookie that tells the edge about it', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('contains what is stored and drops what is not, and is https-only if the page is', () => {
    const page = { cookie: 'locale=en; notices=push:x' }
    vi.stubGlobal('document', page)
    vi.stubGlobal('location', { protocol: 'https:' })
    mirrorNotice(`hide_push_alert:${ADA}`, true)
    expect(page.cookie).toMatch(new RegExp(`^notices=push:x~hide_push_alert:${ADA}; Path=/; SameSite=Lax; Max-Age=31536000; Secure$`))
    const written = page.cookie
    mirrorNotice('push:x', true)
    mirrorNotice('push:y', false)
    expect(page.cookie).toBe(written)
    page.cookie = 'notices=push:x'
    mirrorNotice('push:x', false)
    expect(page.cookie).toContain('notices=; Path=/; SameSite=Lax; Max-Age=0')
  })

  test('does not grow without limit', () => {
    const page = { cookie: '' }
    vi.stubGlobal('document', page)
    vi.stubGlobal('location', { protocol: 'http:' })
    for (let count = 0; count < 50; count++) {
      mirrorNotice(`hide_disabled_notifications_alert:${String(count).padStart(22, '0')}`, true)
      page.cookie = page.cookie.split('; ')[0]!
    }
    expect(page.cookie.length).toBeLessThan(600)
    expect(page.cookie).toContain('49')
  })
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
    // Once the browser’s data is cleared, it is shown again.
    kept.clear()
    expect(isDismissed('hide_enrich_alert', ADA)).toBe(false)
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

describe('the offer to a new member', () => {
  const SELLS = { payment_provider: 'sandbox', bundles: [{ id: '20', credits: 20, prices: { EUR: 995 } }], descriptor: 'LANTERN WORKS' }
  const OFFERS = ['banner-time-bonus', 'banner-welcome']
  const shown = async (url: string, facts: Parameters<typeof memberAnswers>[0], tenant: object = SELLS) => {
    const html = await renderPage(url, { ...visitBy(facts), tenant: { ...tenant } })
    return OFFERS.filter((name) => html.includes(name))
  }

  test('is in the first HTML of the members area, so that nothing moves when the script runs [SCR-25] [TB-8] [LAY-9]', async () => {
    expect(await shown('/likes', { bonus: 600 })).toEqual(['banner-time-bonus'])
    expect(await shown('/likes', { welcome: 600 })).toEqual(['banner-welcome'])
    expect(await shown('/likes', { bonus: 600, welcome: 600 })).toEqual(['banner-time-bonus'])
    const html = await renderPage('/likes', { ...visitBy({ welcome: 7 * 24 * 3600 }), tenant: SELLS })
    const banner = part(html, 'div', 'data-testid="banner-welcome"')
    expect(textOf(banner)).toContain('25% off bundles from €19.95, until 27 November at 21:00 GMT+1.')
    expect(banner).toMatch(/href="\/(credits|pricing)"/)
  })

  test('is nowhere else, nor for members who have bought, nor on a brand that sells nothing', async () => {
    for (const url of ['/settings', '/profile', '/pages/terms']) expect(await shown(url, { welcome: 600 })).toEqual([])
    expect(await shown('/likes', {})).toEqual([])
    expect(await shown('/likes', { welcome: 600, paid: true })).toEqual([])
    expect(await shown('/likes', { welcome: 600 }, {})).toEqual([])
  })
})
