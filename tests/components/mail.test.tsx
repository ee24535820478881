import { afterEach, describe, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { renderMail } from '../../origin/mails/render-mail.ts'
import { contrast } from '../../shared/tenants/theme.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { aTenant } from '../fixtures/tenants.ts'
import { translatorOf } from '../client/render-page.tsx'

// Every text of a mail is readable in a light and in a dark mail program, and none makes the mail wider than a phone.

const translator = await translatorOf()
const THEMES: Record<string, TenantRecord['settings']['theme']> = {
  'the defaults': {},
  'a dark primary colour': { primary: '#123a5e' },
  'own colours of both schemes': { primary: '#1f5f8b', primary_dark: '#ffd466' }
}

let frame: HTMLIFrameElement
afterEach(async () => {
  frame.remove()
  await prefer('light')
})

/** Sets the scheme that pages are asked for. The rest is as vitest.config.ts has it: a call replaces everything. */
async function prefer(scheme: 'light' | 'dark'): Promise<void> {
  const browser = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
  const features = { 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' }
  await browser.send('Emulation.setEmulatedMedia', { features: Object.entries(features).map(([name, value]) => ({ name, value })) })
}

/** The mail in a frame, as a reader with this scheme sees it. */
async function shown(scheme: 'light' | 'dark', theme: TenantRecord['settings']['theme'], name = 'Anna'): Promise<Document> {
  await prefer(scheme)
  frame = document.createElement('iframe')
  frame.width = '320'
  frame.srcdoc = renderMail(translator, aTenant({ theme }), {
    template: 'likes_digest',
    name,
    link: 'https://velvet.example/likes',
    unsubscribe: 'https://velvet.example/unsubscribe',
    news: { count: 3, matches: 1 }
  }).html
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  return frame.contentDocument!
}

const hex = (colour: string) =>
  `#${colour
    .match(/\d+/g)!
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

/** The colour behind an element. */
function ground(element: Element | null): string {
  if (!element) return '#ffffff'
  const { backgroundColor } = getComputedStyle(element)
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : hex(backgroundColor)
}

describe.each(Object.entries(THEMES))('with %s', (_, theme) => {
  test.each(['light', 'dark'] as const)('a mail is readable in a %s mail program', async (scheme) => {
    const mail = await shown(scheme, theme)
    const texts = [...mail.querySelectorAll('td, a')].filter((element) => [...element.childNodes].some((node) => node.nodeType === 3))
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts)
      expect(contrast(hex(getComputedStyle(text).color), ground(text)), text.textContent).toBeGreaterThanOrEqual(4.5)
    // The page of the mail program is dark, so the mail is, too.
    expect(contrast(ground(mail.body), '#ffffff') > 10).toBe(scheme === 'dark')
  })
})

test('a long name in a mail wraps on a phone', async () => {
  const { documentElement } = await shown('light', {}, 'W'.repeat(60))
  expect(documentElement.scrollWidth).toBe(documentElement.clientWidth)
})
