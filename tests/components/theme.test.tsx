import '../../client/styles/index.css'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { Badge, Tag } from '../../client/ui/badge.tsx'
import { Button } from '../../client/ui/button.tsx'
import { contrast, PAGE, themeCss } from '../../shared/tenants/theme.ts'
import { CHAT, card, message } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { unseenStates } from '../fixtures/unseen-states.ts'
import { emulateMedia } from './emulate-media.ts'
import { mount } from './mount.tsx'
import { openConversation } from './open-conversation.ts'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

// The look as this browser computes it.

/** Every style sheet of the product, also of pages that no test opens. Those of the index are there in their layers, and outside of them would win. */
const SHEETS = Object.values(import.meta.glob(['../../client/**/*.css', '!../../client/styles/*.css']))

const LIKED_AT = '2026-11-20T20:00:00.000Z'
const SCHEMES = ['light', 'dark'] as const
const root = document.documentElement

const brand = document.createElement('style')

afterEach(() => {
  root.style.colorScheme = ''
  brand.remove()
})

/** The style of a brand comes after the style sheet, unlayered, as in the head of a page. */
function wear(css: string): void {
  brand.textContent = css
  document.head.append(brand)
}

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!

/** A computed colour of any notation as `#rrggbb`. */
function hex(colour: string): string {
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`
}

/** The colour behind an element: its own, or that of the nearest one around it that has one. */
function backgroundOf(element: Element): string {
  const { backgroundColor } = getComputedStyle(element)
  return backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement ? backgroundOf(element.parentElement) : hex(backgroundColor)
}

/** The value of a token in the current scheme. */
function token(name: string): string {
  expect(getComputedStyle(root).getPropertyValue(`--${name}`)).not.toBe('')
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.backgroundColor = `var(--${name})`
  const colour = backgroundOf(probe)
  probe.remove()
  return colour
}

/** Degrees on the colour wheel. */
function hueOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const high = Math.max(r, g, b)
  const span = high - Math.min(r, g, b)
  const sector = high === r ? (g - b) / span : high === g ? (b - r) / span + 2 : (r - g) / span + 4
  return (sector * 60 + 360) % 360
}

describe.each(SCHEMES)('in %s mode', (scheme) => {
  beforeEach(() => {
    root.style.colorScheme = scheme
  })

  test('[THM-1] [THM-2] [THM-3] primary elements are pink, secondary ones yellow, a success green', async () => {
    const { getByText } = await render(
      <>
        <Button variant="primary">Search</Button>
        <Button variant="accent">Get premium</Button>
        <Tag tone="success">Confirmed</Tag>
      </>
    )
    // Colours have transitions, however short.
    const away = (text: string, hue: number) => Math.abs(hueOf(backgroundOf(getByText(text).element())) - hue)
    await expect.poll(() => away('Search', 330)).toBeLessThan(12)
    await expect.poll(() => away('Get premium', 44)).toBeLessThan(8)
    await expect.poll(() => away('Confirmed', 152)).toBeLessThan(12)
  })

  test('[THM-4] the number of unread messages has the primary colour, also of a brand with its own', async () => {
    const { getByText } = await render(<Badge count={3} label="unread messages" />)
    const unread = () => backgroundOf(getByText('3', { exact: true }).element())
    await expect.poll(unread).toBe(token('primary'))
    expect(Math.abs(hueOf(unread()) - 330)).toBeLessThan(12)
    wear(themeCss({ primary: '#0b6b5d', primary_dark: '#0b6b5d' }))
    await expect.poll(unread).toBe('#0b6b5d')
  })

  test.each([
    ['text', 'page', 7],
    ['text', 'fill', 7],
    ['muted', 'page', 4.5],
    ['muted', 'surface', 4.5],
    ['muted', 'sunken', 4.5],
    ['muted', 'raised', 4.5],
    ['muted', 'fill', 4.5],
    ['primary', 'page', 4.5],
    ['primary', 'surface', 4.5],
    ['on-primary', 'primary', 4.5],
    ['on-secondary', 'secondary', 4.5],
    ['on-warning', 'warning', 4.5],
    ['success', 'page', 4.5],
    ['on-success', 'success', 4.5],
    ['danger', 'surface', 4.5],
    ['danger', 'raised', 4.5],
    ['on-danger', 'danger', 4.5],
    ['field-border', 'surface', 3]
  ])('%s on %s has the documented contrast: %d', (front, back, least) => {
    expect(contrast(token(front), token(back))).toBeGreaterThanOrEqual(least)
  })

  test('a warning stays amber, whatever colours a brand has', () => {
    const warning = () => ['warning', 'on-warning', 'warning-tint'].map((name) => token(name))
    const [amber, ...others] = warning()
    expect(Math.abs(hueOf(amber!) - 38)).toBeLessThan(6)
    wear(themeCss({ primary: '#0b6b5d', primary_dark: '#0b6b5d', secondary: '#2757d6', secondary_dark: '#2757d6' }))
    expect(token('secondary')).toBe('#2757d6')
    expect(warning()).toEqual([amber, ...others])
  })

  test('the colours of a brand without its own, and of the page, are those of the style sheet', () => {
    expect(token('page')).toBe(PAGE[scheme])
    const colours = () => ['primary', 'on-primary', 'secondary', 'on-secondary'].map((name) => token(name))
    const before = colours()
    // The half of the brand's style for this scheme, since the test sets the scheme and the device has its own.
    const [light, dark] = themeCss({}).split('@media (prefers-color-scheme:dark)')
    wear(scheme === 'light' ? light! : dark!.slice(1, -1))
    expect(colours()).toEqual(before)
  })
})

describe('the breakpoints', () => {
  /** The widths that rules depend on. */
  function widths(rules: CSSRuleList): string[] {
    return [...rules].flatMap((rule) => {
      const condition = rule instanceof CSSMediaRule || rule instanceof CSSContainerRule ? rule.conditionText : ''
      const own = /width|inline-size/.test(condition) ? (condition.match(/[\d.]+[a-z]+/g) ?? []) : []
      return 'cssRules' in rule ? [...own, ...widths(rule.cssRules as CSSRuleList)] : own
    })
  }

  test('[THM-5] are 576, 768, 992 and 1200 px with usual letters, grow with them, and there are no others', async () => {
    await Promise.all(SHEETS.map((load) => load()))
    const found = [...document.styleSheets].flatMap((sheet) => widths(sheet.cssRules))
    expect(found.length).toBeGreaterThan(SHEETS.length / 2)
    expect([...new Set(found)].sort((one, other) => Number.parseInt(one) - Number.parseInt(other))).toEqual([
      '36rem',
      '48rem',
      '62rem',
      '75rem'
    ])
  })

  test('[THM-5] members are in more columns from 576, 992 and 1200 px on; the navigation is at the top from 768 px on', async () => {
    const members = Array.from({ length: 6 }, (_, index) => ({
      ...card(`m${index}`),
      liked_at: LIKED_AT,
      match: false,
      automatic: false,
      like_new: false
    }))
    const likes = { profiles: [], liked_by: members, matches: [], total_new: 0, more: { received: null, given: null, matches: null } }
    const { getByRole } = await mount('/likes', { answers: [[{ endpoint: 'listLikes', query: {} }, likes]] })
    const grid = getByRole('link', { name: /m5/ }).element().closest('ul')!
    const nav = getByRole('navigation', { name: sentence('nav.label') }).element()
    const seen: [number, number, string][] = []
    for (const edge of [576, 768, 992, 1200]) {
      for (const width of [edge - 1, edge]) {
        await resize(width)
        const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
        seen.push([width, columns, getComputedStyle(nav).position === 'fixed' ? 'bottom' : 'top'])
      }
    }
    expect(seen).toEqual([
      [575, 2, 'bottom'],
      [576, 3, 'bottom'],
      [767, 3, 'bottom'],
      [768, 3, 'top'],
      [991, 3, 'top'],
      [992, 4, 'top'],
      [1199, 4, 'top'],
      [1200, 5, 'top']
    ])
  })
})

test('in forced colours a tab, a place of the navigation and a conversation show by their shape that they are the current one', async () => {
  await emulateMedia('forced-colors', 'active')
  const list = { profiles: [], liked_by: [], matches: [], total_new: 0, more: { received: null, given: null, matches: null } }
  const likes = await mount('/likes', { answers: [...memberAnswers(), [{ endpoint: 'listLikes', query: {} }, list]] })
  const current = () => [...document.querySelectorAll('[aria-current]')].map((element) => element.getAttribute('href'))
  expect(current()).toEqual(['/likes', '/likes'])
  expect(unseenStates()).toEqual([])
  await likes.unmount()
  await openConversation([message(1)])
  expect(current()).toEqual([`/chats/${CHAT}`])
  expect(unseenStates()).toEqual([])
})

test('a <details> stays hidden until its summary arrives, so the browser’s own label never shows', () => {
  const details = document.createElement('details')
  document.body.append(details)
  expect(details.getBoundingClientRect().height).toBe(0)
  const summary = document.createElement('summary')
  summary.textContent = 'More'
  details.append(summary)
  expect(details.getBoundingClientRect().height).toBeGreaterThan(0)
  details.remove()
})
