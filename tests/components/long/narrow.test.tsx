import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import type { MemberCard } from '../../../shared/api/members.ts'
import type { Locale } from '../../../shared/i18n/locales.ts'
import { interestsOfNiche, isIntimate } from '../../../shared/tenants/interests.ts'
import { ANNA, CHAT, card, conversation, id, message } from '../../client/chat-fixtures.ts'
import { profile } from '../../client/member-profile.ts'
import { memberAnswers } from '../../client/render-page.tsx'
import { farFromIcons } from '../../fixtures/far-from-icons.ts'
import { outOfSight } from '../../fixtures/out-of-sight.ts'
import { SELLING } from '../../fixtures/tenants.ts'
import { wordsUnderControls } from '../../fixtures/under-controls.ts'
import { brokenWords } from '../broken-words.ts'
import { memberApi } from '../member-api.ts'
import { enlargeLetters } from '../enlarge-letters.ts'
import { mount, type Mounting } from '../mount.tsx'
import { resize } from '../screen.ts'
import { sentence } from '../sentence.ts'
import { WIDEST_LANGUAGES } from '../widest-languages.ts'

// Long words on narrow screens.

const NOW = '2026-11-20T20:00:00.000Z'
const WIDTHS = [320, 375]
/** As long as a name may be: one word, and several. */
const NAMES = ['Wolfeschlegelsteinhausenberger', 'Maria-Joana dos Santos Oliveira']
const box = (element: Element | Range) => element.getBoundingClientRect()

/** Is this text cut off by an ellipsis? Already where it lacks a part of a pixel, which whole ones don't show. */
function isCut(element: Element): boolean {
  const range = document.createRange()
  range.selectNodeContents(element)
  const { paddingLeft, paddingRight, textOverflow } = getComputedStyle(element)
  const room = box(element).width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return textOverflow === 'ellipsis' && box(range).width > room + 0.02
}

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** How many lines the words of an element take. */
function linesOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 4))).size
}

function overlap(one: Element, other: Element | Range): boolean {
  const [a, b] = [box(one), box(other)]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** The search with these members on it. */
async function openSearch(members: MemberCard[], visit: Mounting) {
  const answer = { members, total: members.length, total_exact: true, page: 1, pages: 1, next: null, similar: [], access: 'all' as const }
  await mount('/members?anyone=1', { ...visit, api: { searchMembers: () => answer, listRegions: () => ({ country: 'IE', regions: [] }) } })
  await expect.element(page.getByText(members[0]!.name, { exact: true }).first()).toBeVisible()
}

/** The list of conversations with one in it, or that one. */
async function openChat(url: string, partner: MemberCard, visit: Mounting) {
  const chat = conversation([message(1)], { profile: partner })
  const last = { position: 1, content: { type: 'text' as const, text: 'Hello' }, at: NOW, mine: false }
  const entry = { conversation_id: CHAT, profile_id: ANNA, profile: partner, num_unread_messages: 1, muted: false, last_message: last }
  const chats = { chats: [entry], total: 1, total_unread: 1, page: 1 }
  return await mount(url, {
    tenant: { fictional_profiles: true, fictional_singular: { en: 'Perfil ficticio' } },
    ...visit,
    answers: [
      [{ endpoint: 'getChat', query: { conversation: CHAT } }, chat],
      [{ endpoint: 'listChats', query: {} }, chats]
    ],
    api: {
      getChat: () => chat,
      listChats: () => chats,
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      readChat: () => ({ num_unread_messages: 0 })
    }
  })
}

describe('the header', () => {
  const nameOf = (name: string) => page.getByRole('banner').getByText(name, { exact: true }).element()
  const brand = { name: 'Dämmerzeit', domain_language: 'de', countries: ['CH', 'DE'] }

  test('names the language by its code from 576 px on; below that the globe is enough', async () => {
    await mount('/login', { member: false, tenant: brand, country: 'CH', language: 'de', width: 575 })
    const code = [...document.querySelectorAll('header summary span')].find(({ textContent }) => textContent === 'DE')!
    expect(box(code).width).toBe(0)
    await resize(576)
    expect(box(code).width).toBeGreaterThan(0)
  })

  test.each(WIDEST_LANGUAGES)('shows all of a brand’s name of ten letters to a visitor on any phone, in %s', async (language) => {
    await mount('/login', { member: false, tenant: brand, country: 'CH', language, width: 320 })
    for (const width of [320, 359, 360, 375, 390]) {
      await resize(width)
      expect([width, isCut(nameOf('Dämmerzeit')), overflow()]).toEqual([width, false, 0])
    }
  })

  test.each(WIDTHS)('shows all of it to a member at %i px', async (width) => {
    await mount('/settings', { tenant: brand, country: 'CH', language: 'de', width, answers: memberAnswers(), api: memberApi() })
    expect(isCut(nameOf('Dämmerzeit'))).toBe(false)
    expect(overflow()).toBe(0)
  })

  test.each([true, false])('cuts a longer name off in its line instead of pushing anything, to a member: %s', async (member) => {
    const tenant = { ...brand, name: 'Sonnenuntergangsbekanntschaften' }
    const more = member ? { answers: memberAnswers(), api: memberApi() } : {}
    await mount(member ? '/settings' : '/login', { member, tenant, country: 'CH', language: 'de', width: 320, ...more })
    expect(isCut(nameOf(tenant.name))).toBe(true)
    expect(linesOf(nameOf(tenant.name))).toBe(1)
    expect(overflow()).toBe(0)
  })
})

describe.each(NAMES)('the name %s', (name) => {
  const named = (more: object = {}) => card('anna', { name, id: ANNA, ...more })
  const shown = () => page.getByRole('main').getByText(name, { exact: true }).first().element()

  test.each(WIDTHS)('is one line with its age beside it on a card of %i px', async (width) => {
    await openSearch([named({ online: 'now' })], { width })
    expect([isCut(shown()), linesOf(shown()), overflow()]).toEqual([true, 1, 0])
    const age = shown().nextElementSibling!
    expect(age.textContent).toBe(', 34')
    expect(box(age).right).toBeLessThan(box(shown().closest('article')!).right)
  })

  test.each(WIDTHS)('is one line in the list of conversations and at most two in the head of one, at %i px', async (width) => {
    const { unmount } = await openChat('/chats', named({ fictional: true }), { width })
    expect([isCut(shown()), linesOf(shown()), overflow()]).toEqual([true, 1, 0])
    expect(box(shown()).width).toBeGreaterThan(100)
    await unmount()
    await openChat(`/chats/${CHAT}`, named({ fictional: true }), { width })
    const heading = page.getByRole('heading', { level: 1 }).element()
    // The menu comes after the page.
    const menu = () => document.querySelector('main header summary')
    await expect.poll(menu).not.toBeNull()
    const lines = box(heading).height / Number.parseFloat(getComputedStyle(heading).lineHeight)
    expect([Math.round(lines), overflow()]).toEqual([2, 0])
    expect(box(menu()!).right).toBeLessThanOrEqual(width)
  })

  test.each(WIDTHS)('is whole on the profile, in lines that fit %i px', async (width) => {
    const member = profile({ name, id: id('Ann') })
    await mount(`/members/${member.id}`, {
      width,
      answers: [
        [
          { endpoint: 'getMember', query: { id: member.id } },
          { member, blocked: null, now: NOW }
        ]
      ],
      api: { visitMember: () => ({}) }
    })
    const heading = page.getByRole('heading', { level: 1 }).element()
    expect([heading.scrollWidth <= heading.clientWidth, overflow()]).toEqual([true, 0])
  })
})

describe('the label of a fictional profile', () => {
  const label = 'Perfil ficticio'
  const tenant = { fictional_profiles: true, fictional_singular: { en: label } }

  test.each(WIDTHS)('leaves the heart of a card where it is, at %i px', async (width) => {
    await openSearch([card('anna'), card('vera', { fictional: true })], { width, tenant })
    const [plain, made] = ['anna', 'vera'].map((name) =>
      page.getByRole('button', { name: sentence('member.like_name', { member: name }) }).element()
    )
    expect(box(plain!).top).toBe(box(made!).top)
    const place = (heart: Element) => box(heart.closest('article')!).right - box(heart).right
    expect(place(made!)).toBe(place(plain!))
    const tag = page.getByText(label, { exact: true }).element()
    expect(overlap(tag, made!)).toBe(false)
    expect(box(tag).right).toBeLessThanOrEqual(box(made!.closest('article')!).right)
    expect(overlap(tag, page.getByRole('main').getByText('vera', { exact: true }).element())).toBe(false)
  })
})

test.each(WIDEST_LANGUAGES)('no tag of a card lies under its heart, however long its words are, in %s', async (language) => {
  const likes = ['anna', 'bea', 'cleo'].map((name, index) => ({
    ...card(name),
    liked_at: NOW,
    like_new: index < 2,
    automatic: index === 0,
    match: index > 0
  }))
  const list = { profiles: [], liked_by: likes, matches: [], total_new: 2, more: { received: null, given: null, matches: null } }
  const cards = () => document.querySelectorAll('main article').length
  const { unmount } = await mount('/likes', { language, answers: [...memberAnswers(), [{ endpoint: 'listLikes', query: {} }, list]] })
  await expect.poll(cards).toBe(3)
  for (const width of [...WIDTHS, 1280]) {
    await resize(width)
    expect([width, ...wordsUnderControls()]).toEqual([width])
  }
  await unmount()
  await openSearch([card('anna', { match: true } as object), card('bea', { newcomer: true } as object)], { language })
  for (const width of [...WIDTHS, 1280]) {
    await resize(width)
    expect([width, ...wordsUnderControls()]).toEqual([width])
  }
})

test.each(WIDEST_LANGUAGES)('the tab of the page itself is in sight where not all tabs fit, in %s', async (language) => {
  await mount('/visitors', {
    language,
    width: 320,
    answers: [
      ...memberAnswers({ newLikes: 3 }),
      [
        { endpoint: 'listVisits', query: {} },
        { visits: [], total_new: 0 }
      ]
    ]
  })
  const tab = document.querySelector('main nav [aria-current]')!
  const shown = box(tab.closest('nav')!)
  // The place to scroll to is in whole pixels.
  expect([box(tab).left >= shown.left - 1, box(tab).right <= shown.right + 1]).toEqual([true, true])
})

test.each(WIDEST_LANGUAGES)(
  'the bar at the bottom says where each of its links goes in full on the narrowest phone, in %s',
  async (language) => {
    for (const paid of [false, true]) {
      const { unmount } = await mount('/nowhere', { language, width: 320, tenant: SELLING, answers: memberAnswers({ paid }) })
      const links = document.querySelectorAll('nav li :is(a, summary) > :nth-child(2)')
      expect(links.length).toBeGreaterThanOrEqual(4)
      expect([...links].filter(isCut).map((one) => [one.textContent, box(one).width])).toEqual([])
      await unmount()
    }
  }
)

test.each(WIDEST_LANGUAGES)('a profile’s button for a message is one line, besides three others, on any phone, in %s', async (language) => {
  const member = profile({ name: 'Anna', id: ANNA })
  const answer = { member, blocked: null, now: NOW }
  await mount(`/members/${ANNA}`, {
    language,
    tenant: SELLING,
    answers: [[{ endpoint: 'getMember', query: { id: ANNA } }, answer]],
    api: { visitMember: () => ({}) }
  })
  const buttons = [...document.querySelector('main a[href$="/chat"]')!.parentElement!.children]
  expect(buttons).toHaveLength(4)
  for (const width of [320, 330, 340, 350, ...WIDTHS]) {
    await resize(width)
    expect([width, new Set(buttons.map((one) => Math.round(box(one).height))).size]).toEqual([width, 1])
  }
})

describe('the footer', () => {
  /** A long one that doesn't fit on a line of a phone. */
  const endless = 'customer-service-and-complaints@sonnenuntergangsbekanntschaften.example'

  test.each([320, 375, 768, 992, 1200])('shows an address of usual length in one line, at %i px', async (width) => {
    const address = 'support@daemmerzeit.example'
    await mount('/login', { member: false, tenant: { support_email: address }, width })
    expect(linesOf(page.getByRole('link', { name: address }).element())).toBe(1)
    expect(overflow()).toBe(0)
  })

  test('breaks one that is too long for the screen, and the page stays as wide as the screen', async () => {
    await mount('/login', { member: false, tenant: { support_email: endless }, width: 320 })
    const link = page.getByRole('link', { name: endless }).element()
    expect(linesOf(link)).toBeGreaterThan(1)
    expect([link.scrollWidth <= link.clientWidth, overflow()]).toEqual([true, 0])
  })
})

test('the line about being offline moves nothing in a conversation, and covers nothing of its head', async () => {
  await openChat(`/chats/${CHAT}`, card('anna'), { width: 375 })
  const parts = ['heading', 'log', 'textbox'].map((role) =>
    page
      .getByRole(role as 'log')
      .first()
      .element()
  )
  const before = parts.map((part) => box(part).top)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const line = page.getByTestId('banner-offline')
  await expect.element(line).toBeVisible()
  expect(parts.map((part) => box(part).top)).toEqual(before)
  expect(overlap(line.element(), parts[0]!.closest('header')!)).toBe(false)
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect.element(line).not.toBeInTheDocument()
})

/** The settings of a site that sells something, with what is loaded later. */
async function openSettings(language: Locale) {
  const tenant = { payment_provider: 'sandbox' }
  await mount('/settings', { language, width: 320, tenant, answers: memberAnswers(), api: memberApi() })
  await expect.poll(() => document.querySelector('main #mails-statement')).not.toBeNull()
}

/** The texts of selects that their boxes cut off: each option may be the chosen one. */
function cutChoices(): string[] {
  const pen = document.createElement('canvas').getContext('2d')!
  return [...document.querySelectorAll<HTMLSelectElement>('main select')].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    pen.font = font
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return Array.from(select.options, ({ text }) => text).filter((text) => pen.measureText(text).width > room)
  })
}

test.each(WIDEST_LANGUAGES)('how often members are mailed is shown whole on any phone, in %s', async (language) => {
  await openSettings(language)
  for (const width of [320, 360, 375, 768]) {
    await resize(width)
    expect([width, ...cutChoices()]).toEqual([width])
    expect(overflow()).toBe(0)
    // All of them are beside their labels, or all are below.
    const places = Array.from(
      document.querySelectorAll('main select[id^="mails-"]'),
      (select) => `${box(select).left} ${box(select).width}`
    )
    expect([width, new Set(places).size]).toEqual([width, 1])
  }
})

/** A letter or two, a hyphen, after which something unseen may be, and a word. */
const HYPHENED = /(?<!\p{L})(\p{L}{1,2})([-\u2010-\u2015][\u200b-\u2064]*)(\p{L}+)/gu

test.each(WIDEST_LANGUAGES)(
  'words such as E-Mail and e-post are in one line on any phone, and the browser finds them as people write them, in %s',
  async (language) => {
    await openSettings(language)
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) if (walker.currentNode.parentElement!.checkVisibility()) texts.push(walker.currentNode as Text)
    const found = texts.flatMap((text) => [...text.data.matchAll(HYPHENED)].map((match) => ({ text, match })))
    const missed = found
      .map(({ match: [, start, , end] }) => `${start}-${end}`)
      .filter((word) => {
        getSelection()!.removeAllRanges()
        return !(window as unknown as { find: (word: string) => boolean }).find(word)
      })
    expect(missed).toEqual([])
    for (const width of [320, 360, 375, 412]) {
      await resize(width)
      const broken = found.filter(({ text, match: { index, 0: word, 3: end } }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length - end!.length + 1)
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1
      })
      expect([width, ...broken.map(({ text }) => text.data)]).toEqual([width])
    }
  }
)

test.each(WIDEST_LANGUAGES)(
  'no word of an interest is broken on a lander or on the way in by a profile, on any screen, in %s',
  async (language) => {
    const interests = interestsOfNiche(7).filter((interest) => !isIntimate(interest))
    const member = profile({ interests, id: id('Ann') })
    for (const path of ['/landers/iconslanding', `/members/${member.id}/landing3`]) {
      const { unmount } = await mount(path, {
        member: false,
        language,
        width: 320,
        api: { getMember: () => ({ member, blocked: null, now: NOW }) }
      })
      const tiles = () => document.querySelectorAll('main ul > li:has(> svg)')
      await expect.poll(() => tiles().length).toBeGreaterThan(20)
      for (const width of [320, 375, 576, 768, 992, 1200]) {
        await resize(width)
        expect([path, width, ...brokenWords(tiles())]).toEqual([path, width])
      }
      await unmount()
    }
  }
)

describe('letters twice as large', () => {
  const enlarge = (size: string) => (document.documentElement.style.fontSize = size)
  afterEach(() => enlarge(''))

  test.each(WIDTHS)('leave room to write a message, at %i px', async (width) => {
    await openChat(`/chats/${CHAT}`, card('anna'), { width })
    enlarge('200%')
    const field = document.querySelector('main textarea')!
    await expect.poll(() => box(field).width).toBeGreaterThan(150)
    expect(overflow()).toBe(0)
  })

  test.each(WIDTHS)('cover nothing of the search line, at %i px', async (width) => {
    await openSearch([card('anna')], { width })
    enlarge('200%')
    const change = page.getByText(sentence('members.change')).element()
    // The words themselves, which may overflow their box.
    const searched = document.createRange()
    searched.selectNodeContents(change.previousElementSibling!)
    await expect.poll(() => overlap(change, searched)).toBe(false)
    expect(box(change).right).toBeLessThanOrEqual(width)
  })

  test.each(WIDEST_LANGUAGES)('are all on the screen where visitors are invited by a member, in %s', async (language) => {
    const member = profile({ name: 'Antoinette', id: id('Ann'), about: null, wishes: null })
    for (const way of ['signup', 'landing', 'landing2', 'landing3']) {
      const { unmount } = await mount(`/members/${member.id}/${way}`, {
        member: false,
        language,
        width: 320,
        api: { getMember: () => ({ member, blocked: null, now: NOW }), listRegions: () => ({ country: 'IE', regions: [] }) }
      })
      await expect
        .element(
          page
            .getByRole('main')
            .getByText(/Antoinette/)
            .first()
        )
        .toBeVisible()
      enlarge('200%')
      expect([way, ...outOfSight()]).toEqual([way])
      expect(overflow()).toBe(0)
      enlarge('')
      await unmount()
    }
  })

  test('leave room for a name in the list of conversations and in the head of one', async () => {
    const width = 375
    const shown = () => page.getByRole('main').getByText('Antonia', { exact: true }).first().element()
    await enlargeLetters(200)
    const { unmount } = await openChat('/chats', card('anna', { name: 'Antonia', id: ANNA }), { width })
    expect([isCut(shown()), linesOf(shown()), overflow()]).toEqual([false, 1, 0])
    await unmount()
    await openChat(`/chats/${CHAT}`, card('anna', { name: 'Antonia', id: ANNA }), { width })
    const heading = page.getByRole('heading', { level: 1 }).element()
    expect([isCut(heading), heading.scrollHeight <= heading.clientHeight + 1, overflow()]).toEqual([false, true, 0])
  })

  test.each(WIDEST_LANGUAGES)(
    'leave room for the figures of a date of birth, and a line for each of their labels, in %s',
    async (language) => {
      await enlargeLetters(200)
      await mount('/signup', { member: false, language, width: 320, api: { listRegions: () => ({ country: 'IE', regions: [] }) } })
      const fields = [...document.querySelectorAll<HTMLInputElement>('input[name^="date_of_birth."]')]
      // The step isn't the first one.
      fields[0]!.closest('section')!.hidden = false
      for (const width of [...WIDTHS, 1280]) {
        await resize(width)
        const cut = fields.filter((field) => {
          field.value = field.name.endsWith('year') ? '2000' : '28'
          const label = field.labels![0]!
          return field.scrollWidth > field.clientWidth || label.scrollWidth > label.clientWidth || linesOf(label) > 1
        })
        expect([width, ...cut.map(({ name }) => name)]).toEqual([width])
        expect([...outOfSight(), overflow()]).toEqual([0])
      }
    }
  )

  test.each(WIDEST_LANGUAGES)('leave the heart beside the words of who likes whom, in %s', async (language) => {
    for (const match of [true, false]) {
      const member = { ...card('anna', { name: 'Antoinette B', id: ANNA, liked: match }), likes_you: true, like_new: false, match }
      const { unmount } = await mount(`/likes/m/${ANNA}`, {
        language,
        width: 320,
        api: { getLike: () => ({ member: { ...member, automatic: false, shared_interests: [] } }), visitMember: () => ({}) }
      })
      await expect.element(page.getByRole('status').getByText(/Antoinette/)).toBeVisible()
      enlarge('200%')
      for (const width of WIDTHS) {
        await resize(width)
        expect([match, width, ...farFromIcons(), ...outOfSight()]).toEqual([match, width])
      }
      enlarge('')
      await unmount()
    }
  })
})
