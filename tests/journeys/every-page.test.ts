import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { shownText } from '../../bin/build/shown-text.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { readPart } from '../../locales/read.ts'
import { createTranslator, type MessageValues } from '../../shared/i18n/translator.ts'
import { AXE, AXE_LOOK } from '../fixtures/axe.ts'
import { isLong } from '../fixtures/long.ts'
import { sentence } from '../fixtures/sentence.ts'
import { smallFields } from '../fixtures/small-fields.ts'
import { unseenStates } from '../fixtures/unseen-states.ts'
import { expectAccessible, expectRoomForLetters } from './accessible.ts'
import { logInAs, openLive } from './acts.ts'
import { aPerson, at, expectQuiet, type Person } from './browser.ts'
import { lookLike, openPage, type Look } from './looks.ts'

// Every built page, for visitors and members, on a phone in dark mode: axe finds nothing, nothing is in the console, nothing is wider than the screen.
// By `npm run axe` also on a desktop in light mode, in forced colours, and with letters twice as large.

const PHONE: Look = { width: 375, colourScheme: 'dark' }
const DESK: Look = { width: 1280, colourScheme: 'light' }

/** In `main`: an element by its role and the key of its name, or by a selector. */
type Shown = readonly [role: 'button' | 'link' | 'combobox' | 'navigation' | 'textbox', key: string] | string

/** Address, requirements, the key of the heading, and what the page is for. */
type Row = readonly [path: string, ids: string, heading: string, shown: Shown]

const LOGIN = ['link', 'nav.login'] as const

const VISITOR_PAGES: readonly Row[] = [
  ['/', '[RT-1] [GEN-1]', 'niche.2.headline', LOGIN],
  ['/login', '[RT-2]', 'login.heading', ['button', 'login.submit']],
  // New members need an invitation here.
  ['/signup', '[RT-3]', 'signup.invite_title', LOGIN],
  ['/signup?sent=1', '[RT-3]', 'form.check_mail', '[data-testid="signup-completion"] ol > li:nth-child(3)'],
  ['/lang-config', '[RT-35]', 'lang-config.heading', ['button', 'lang-config.save']],
  ['/complaints', '[RT-36]', 'complaints.heading', ['button', 'complaints.submit']],
  ['/complaints?sent=1', '', 'complaints.sent_title', ['link', 'complaints.again']],
  ['/landers/alonetonight', '[RT-45] [LAY-6]', 'landers-alonetonight.heading', LOGIN],
  ['/landers/collagelanding', '[RT-46] [LAY-6]', 'landers-collagelanding.heading', LOGIN],
  ['/landers/iconslanding', '[RT-48] [LAY-6]', 'landers-iconslanding.heading', LOGIN],
  ['/landers/gallery', '[RT-47] [LAY-6] [GEN-9]', 'landers-gallery.heading', LOGIN],
  ['/landers/maplanding', '[RT-49] [LAY-6]', 'landers-maplanding.heading', LOGIN],
  ['/landers/socialnetwork', '[RT-50] [LAY-6]', 'landers-socialnetwork.heading', LOGIN],
  ['/landers/transitionsvideolanding', '[RT-51] [LAY-6]', 'landers-transitionsvideolanding.heading', 'video[poster]'],
  ['/landers/video', '[RT-52] [LAY-6]', 'landers-video.heading', 'video[poster]'],
  ['/landers/tinderswipe', '[RT-53] [LAY-6]', 'landers-tinderswipe.heading', '[data-card] input[value="like"]'],
  ['/account-deleted', '', 'account-deleted.other_heading', ['link', 'not-found.home']],
  ['/account-deleted?done=1', '[RT-6]', 'account-deleted.heading', ['link', 'not-found.home']],
  ['/activate/error', '[RT-8] [ERR-13]', 'activate-error.heading', LOGIN],
  ['/activate/done', '[RT-7]', 'activate-done.heading', ['link', 'activate-done.members_action']],
  ['/pages/terms', '[RT-44] [GEN-9]', 'pages-terms.heading', ['navigation', 'pages-terms.contents']],
  ['/pages/ban', '[RT-38]', 'pages-ban.heading', ['navigation', 'pages-ban.contents']],
  ['/pages/cookies', '[RT-39]', 'pages-cookies.heading', 'section#cookies code'],
  ['/pages/faq', '[RT-40] [GEN-9]', 'pages-faq.heading', ['navigation', 'pages-faq.contents']],
  ['/pages/privacy', '[RT-41]', 'pages-privacy.heading', ['navigation', 'pages-privacy.contents']],
  ['/pages/return-policy', '[RT-42]', 'pages-return-policy.heading', ['navigation', 'pages-return-policy.contents']],
  ['/pages/service', '[RT-43] [SET-10]', 'pages-service.heading', 'a[href^="tel:"]'],
  ['/transparency', '', 'pages-transparency.heading', ['navigation', 'pages-transparency.contents']],
  ['/reset-password', '[RT-9]', 'reset-password.heading', ['button', 'reset-password.submit']],
  ['/reset-password?sent=1', '[RT-9]', 'form.check_mail', ['link', 'link-over.request']],
  ['/reset-password/do', '[ERR-6]', 'error.link_expired', ['link', 'link-over.request']],
  ['/mail-change/do', '[RT-11]', 'mail-change-do.heading', LOGIN],
  ['/pricing', '[RT-28]', 'pricing.heading', ['button', 'shop.country_submit']],
  ['/members', '[RT-17]', 'members.heading', 'article a[href^="/members/"]'],
  ['/nowhere', '[ERR-15]', 'not-found.heading', ['link', 'not-found.home']]
]
const MEMBER_PAGES: readonly Row[] = [
  ['/', '[RT-1]', 'index.hello_name', 'a[href="/swipe-game"]'],
  ['/members', '[RT-17] [GEN-9]', 'members.heading', 'a[href^="/members/"]'],
  ['/chats', '[RT-12] [GEN-9]', 'chats.heading', 'a[href^="/chats/"]'],
  ['/likes', '[RT-14] [GEN-9]', 'likes.heading', 'a[href^="/members/"]'],
  ['/likes/given', '[RT-15]', 'likes.heading', 'a[href="/likes/given"][aria-current]'],
  ['/likes/matches', '[RT-15] [GEN-9]', 'likes.heading', 'a[href="/likes/matches"][aria-current]'],
  ['/visitors', '', 'visitors.heading', 'a[href="/visitors"][aria-current]'],
  ['/match-finder', '[RT-24]', 'match-finder.heading', 'form input[name="genders"]'],
  ['/swipe-game', '[RT-34] [GEN-9]', 'swipe-game.heading', 'article[data-top] a[href^="/members/"]'],
  ['/profile', '[RT-25]', 'profile-edit.heading', 'textarea[name="about"]'],
  ['/notifications', '[RT-26]', 'settings.heading', ['combobox', 'notifications.kind.messages']],
  ['/settings', '[RT-55]', 'settings.heading', ['button', 'change-password.submit']],
  ['/lang-config', '[RT-35]', 'lang-config.heading', ['button', 'lang-config.save']],
  ['/complaints', '[RT-36]', 'complaints.heading', ['button', 'complaints.submit']],
  ['/pricing', '[RT-28]', 'pricing.heading', ['button', 'shop.country_submit']],
  ['/pages/terms', '[RT-44]', 'pages-terms.heading', ['navigation', 'pages-terms.contents']],
  ['/pages/faq', '[RT-40]', 'pages-faq.heading', ['navigation', 'pages-faq.contents']],
  ['/premium', '[RT-27] [GEN-9]', 'premium.heading', 'a[href="/credits"]'],
  ['/credits', '[RT-29] [GEN-9]', 'credits.heading', 'a[href^="/credits/"]'],
  ['/credits/50', '[RT-30] [SCR-6]', 'checkout.heading', ['button', 'checkout.submit']],
  ['/transactions', '[RT-33]', 'transactions.heading', ['link', 'pricing.buy']],
  ['/directdebit', '[RT-32] [SCR-21]', 'debit.heading', ['textbox', 'debit.iban']],
  ['/signup-matches', '[RT-4]', 'signup-matches.heading', 'a[href^="/members/"]'],
  ['/activate/done', '', 'activate-done.heading', ['link', 'activate-done.members_action']],
  ['/nowhere', '[ERR-15]', 'not-found.heading', ['link', 'not-found.home']]
]

/** Pages whose content is the same for visitors, in whose list they are: looked at once more by `npm run axe`. */
const MEMBER_PAGES_ALONE = MEMBER_PAGES.filter(
  ([path, , , shown]) => !VISITOR_PAGES.some(([theirs, , , seen]) => theirs === path && String(seen) === String(shown))
)

/** Pages with one address that a list doesn't name: of members, or those that visitors see too. */
function unlisted(listed: readonly Row[], ofMembers: boolean): string[] {
  const named = new Set(listed.map(([path]) => path.split('?')[0]))
  return ROUTES.filter(
    ({ pattern, access, goesOn, replacedBy }) =>
      (access === 'member') === ofMembers && !pattern.includes('{') && !named.has(pattern) && !goesOn && !replacedBy
  ).map(({ pattern }) => pattern)
}

test('every page with one address has a row that says what it shows', () => {
  expect([...unlisted(VISITOR_PAGES, false), ...unlisted(MEMBER_PAGES, true)]).toEqual([])
})

describe('a visitor', () => {
  let visitor: Person
  // A separate browser takes longer to open than its pages, and each loads everything again.
  beforeAll(async () => {
    visitor = await aPerson({ country: 'DE', ...PHONE })
  })

  test.each(VISITOR_PAGES)('on %s [GEN-11] %s', (path, _, heading, shown) =>
    visit(visitor, at('daemmerzeit', path), () => expectShown(visitor, wordsIn('de', { site: 'Dämmerzeit', way: 'link' }), heading, shown))
  )
})

describe('a member', () => {
  let anna: Person
  beforeAll(async () => {
    anna = await aPerson({ country: 'GB', ...PHONE })
    await logInAs(anna, 'Anna')
  })

  test.each(isLong ? MEMBER_PAGES : MEMBER_PAGES_ALONE)('on %s [GEN-11] %s', (path, _, heading, shown) =>
    visit(anna, at('afterdusk', path), () => expectShown(anna, wordsIn('en', { site: 'Afterdusk', member: 'Anna' }), heading, shown))
  )

  test('a card of the swipe game that a mouse drags by its link goes to the side, and opens no profile; the pass is taken back [RT-34] [SCR-8]', async () => {
    const { page } = anna
    await lookLike(page, DESK)
    await openLive(anna, at('afterdusk', '/swipe-game'))
    const top = page.locator('main article[data-top]')
    const name = await top.locator('bdi').innerText()
    const { x, y, width, height } = (await top.locator('bdi').boundingBox())!
    const [from, middle] = [x + width / 2, y + height / 2]
    await page.mouse.move(from, middle)
    await page.mouse.down()
    await page.mouse.move(from - (await top.boundingBox())!.width / 2, middle, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => top.locator('bdi').innerText()).not.toBe(name)
    await page.getByRole('button', { name: sentence('swipe-game.undo_name', { member: name }) }).click()
    await expect.poll(() => top.locator('bdi').innerText()).toBe(name)
    expect(new URL(page.url()).pathname).toBe('/swipe-game')
    expectQuiet(anna)
  })

  test('on a profile with a gift to give, and in a conversation [GEN-9] [RT-13] [RT-18] [RT-19]', async () => {
    await anna.page.goto(at('afterdusk', '/chats'))
    const conversation = await anna.page.getByRole('main').locator('a[href^="/chats/"]').first().getAttribute('href')
    await anna.page.goto(at('afterdusk', '/members'))
    const profile = await anna.page.getByRole('main').locator('a[href^="/members/"]').first().getAttribute('href')
    const { page } = anna
    await visit(anna, at('afterdusk', conversation!), () => page.getByRole('log').waitFor({ state: 'attached' }))
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^(${sentence('profile.like')}|${sentence('profile.unlike')})$`) })
    const gift = page.getByRole('main').getByRole('button', { name: /^Gift/ })
    await visit(anna, at('afterdusk', profile!), async () => {
      await heart.first().waitFor()
      await gift.waitFor()
    })
    await visit(anna, at('afterdusk', `${profile!}/chat`), () => page.getByRole('log').waitFor({ state: 'attached' }))
  })
})

test.runIf(isLong)('the gallery of every part in its states', async () => {
  const developer = await aPerson({ country: 'GB', ...PHONE })
  await visit(developer, at('afterdusk', '/__dev/ui'), () => developer.page.getByRole('heading', { level: 2, name: 'Icons' }).waitFor())
})

/** The texts of a visit by key; a long page's begin with its name. */
function wordsIn(language: 'de' | 'en', values: MessageValues): (key: string) => string {
  return (key) => {
    const [, part, own] = /^(pages-[\w-]+)\.(.*)$/.exec(key) ?? []
    const text = part ? createTranslator(language, readPart(part, language)).t(own!, values) : sentence(key, values, language)
    return shownText(text, language)
  }
}

/** The page has this heading, and in its main part what it is for. */
async function expectShown({ page }: Person, words: (key: string) => string, heading: string, shown: Shown): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words(heading), exact: true }).waitFor()
  const main = page.getByRole('main')
  await (typeof shown === 'string' ? main.locator(shown) : main.getByRole(shown[0], { name: words(shown[1]) })).first().waitFor()
}

/**
 * Opens a page and checks it on a phone in dark mode and, by `npm run axe`, on a desktop in light mode. It begins with the look that the previous
 * page was left with: changing it restyles and paints everything, which costs as much as axe.
 */
async function visit(person: Person, url: string, expectContent: () => Promise<void>): Promise<void> {
  const { page } = person
  await openPage(person, url, () => inEachLook(page, (look) => expectAccessible(page, look === PHONE ? AXE : AXE_LOOK)))
  expect(await page.evaluate(looseReferences)).toEqual([])
  await inEachLook(page, async (look) => {
    await expectContent()
    if (look === PHONE) {
      await expectAccessible(page)
      if (!isLong) return
      expect(await page.evaluate(smallFields)).toEqual([])
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await page.evaluate(unseenStates)).toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
      await expectRoomForLetters(page)
    } else await expectAccessible(page, AXE_LOOK)
  })
  expectQuiet(person)
}

/** References to elements that don't exist, and ids used more than once. Runs in the page. */
function looseReferences(): string[] {
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
  const named = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns'].flatMap((attribute) =>
    Array.from(document.querySelectorAll(`[${attribute}]`), (element) => element.getAttribute(attribute)!.split(' ')).flat()
  )
  const drawn = Array.from(document.querySelectorAll('use[href^="#"]'), (use) => use.getAttribute('href')!.slice(1))
  return [...ids.filter((id, index) => ids.indexOf(id) !== index), ...[...named, ...drawn].filter((id) => !ids.includes(id))]
}

/** Checks a page on a phone or, by `npm run axe`, in each look, first in the one it has. */
async function inEachLook(page: Page, check: (look: Look) => Promise<void>): Promise<void> {
  const looks = page.viewportSize()!.width === PHONE.width ? [PHONE, DESK] : [DESK, PHONE]
  for (const look of isLong ? looks : [PHONE]) {
    await lookLike(page, look)
    await check(look)
  }
}
