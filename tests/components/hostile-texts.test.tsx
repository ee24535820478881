import { afterEach, expect, test, vi } from 'vitest'
import { harmless } from '../../bin/operator/harmless.ts'
import type { Answered } from '../../client/api/query-client.ts'
import { draftKey } from '../../client/chat/drafts.ts'
import { renderMail } from '../../origin/mails/render-mail.ts'
import type { ChatListEntry, Conversation } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { matchRoute } from '../../shared/routes/match.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import { alone } from '../../shared/tenants/groups.ts'
import type { EdgeDeps } from '../../worker/deps.ts'
import { wholePage } from '../../worker/pages/compose.ts'
import { pageKeyOf } from '../../worker/pages/page-key.ts'
import type { Visitor } from '../../worker/visitor/visitor.ts'
import { CHAT, card, conversation, id, message } from '../client/chat-fixtures.ts'
import { profile } from '../client/member-profile.ts'
import { memberAnswers, translatorOf } from '../client/render-page.tsx'
import { CALLED, hasBidiControl, HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts'
import { aTenant } from '../fixtures/tenants.ts'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

// 300 texts that have broken pages before, in every place that shows a member's words. Each page is made twice: with them, and with as many harmless
// ones. Both must be the same tree of elements and attributes, apart from the texts themselves.

const NOW = '2026-11-20T20:00:00.000Z'
/** A name that the rules for names allow. */
const PARTNER = 'שרה'
const COUNT = HOSTILE_TEXTS.length
const plain = (index: number) => `Text${index}e`
const PLAIN_TEXTS = HOSTILE_TEXTS.map((_, index) => plain(index))

type Answers = { [N in keyof Contract]?: EndpointOutput<Contract[N]> }

/** What the API answers when members have written these texts. */
function answersWith(texts: readonly string[]): Answers {
  const third = (from: number) => texts.filter((_, index) => index % 3 === from).join('\n\n')
  const chats = texts.map((text, index): ChatListEntry => ({
    conversation_id: index === 0 ? CHAT : id(`chat-${index}-`),
    profile_id: id(`p${index}-`),
    profile: card(`p${index}-`, { name: text, id: id(`p${index}-`) }),
    num_unread_messages: 0,
    muted: false,
    last_message: { position: 1, content: { type: 'text', text }, at: NOW, mine: index % 2 === 0 }
  }))
  return {
    getUser: memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
    listChats: { chats, total: COUNT, total_unread: 0, page: 1 },
    getChat: conversationOf(texts),
    searchMembers: {
      members: chats.map(({ profile: member }) => member!),
      total: COUNT,
      total_exact: true,
      page: 1,
      pages: 1,
      next: null,
      similar: [],
      access: 'all'
    },
    listRegions: { country: 'IE', regions: [] },
    getMember: {
      member: profile({
        name: texts[0]!,
        about: third(0),
        wishes: third(1),
        limits: third(2),
        prompts: texts.map((answer, index) => ({ prompt: `prompt-${index}` as 'song', answer }))
      }),
      blocked: null,
      now: NOW
    }
  }
}

/** Every text as a message, and again as the note of a gift that answers it. */
function conversationOf(texts: readonly string[]): Conversation {
  const gift = (note: string, index: number) =>
    message(COUNT + index + 1, { mine: index % 2 === 0, content: { type: 'gift', gift: 'rose', note }, reply_to: index + 1, at: NOW })
  return conversation([...texts.map((text, index) => message(index + 1, { mine: index % 2 === 0, text, at: NOW })), ...texts.map(gift)], {
    profile: card('anna', { name: PARTNER })
  })
}

const RECORD = aTenant({ domain_language: 'en', countries: ['IE'], languages: ['en'], time_zone: 'UTC' } as object)
const VISITOR: Visitor = {
  record: RECORD,
  group: alone(RECORD.settings),
  requestId: 'r',
  userAgent: '',
  ip: '203.0.113.7',
  country: 'IE',
  selectedCountry: null,
  language: 'en',
  askedLanguage: null,
  session: 'session',
  staleSession: false,
  limited: null,
  signup: null,
  warningClosed: true,
  notices: [],
  tracking: null,
  newTracking: null,
  trafficSource: false,
  local: false,
  devCountry: null,
  https: true
}
const NO_SCRIPT = 'data:text/javascript,'
const DEPS = {
  assets: { entry: NO_SCRIPT, visitor: NO_SCRIPT, early: NO_SCRIPT, css: [], files: [], integrity: () => '', preload: () => [] }
} as unknown as EdgeDeps

/** A page as the edge sends it. */
async function pageOf(path: string, answers: Answers): Promise<string> {
  const match = matchRoute(path)!
  const queries = routeQueries(match.route.key, match.params, new URLSearchParams(), { member: true, tenant: RECORD.settings })
  const answered = queries.map((query): Answered => [query, answers[query.endpoint]])
  return await wholePage({
    key: pageKeyOf(VISITOR, match, new URLSearchParams(), new Date(NOW)),
    address: path,
    match,
    visitor: VISITOR,
    deps: DEPS,
    answers: { answered, notFound: false, sessionOver: false, originAway: false, eventNumber: 1, cookies: [] },
    form: null,
    now: NOW
  })
}

const translator = await translatorOf()

/** A mail with the texts as its paragraphs. */
const mailWith = (texts: readonly string[]) =>
  renderMail(translator, RECORD, {
    template: 'decision',
    name: texts[0]!,
    link: 'https://velvet.example/',
    unsubscribe: 'https://velvet.example/',
    values: { measure: 'warn', reference: 'R' },
    lines: texts
  })

let ran: string[] = []
afterEach(() => void (ran = []))

/** Lets a document show what it does: its texts' function and every dialog are noted. */
function watch(view: Window): void {
  for (const name of [CALLED, 'alert', 'confirm', 'prompt', 'print']) {
    Object.defineProperty(view, name, { configurable: true, writable: true, value: () => ran.push(name) })
  }
}

/** The document that a browser makes of this HTML, with scripts running. */
async function parsed(html: string): Promise<Document> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  Object.defineProperty(window, CALLED, { configurable: true, value: () => ran.push('parent') })
  frame.srcdoc = html
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  watch(frame.contentWindow!)
  await loaded
  const found = frame.contentDocument!
  frame.remove()
  return found
}

type Tree = string | { tag: string; attributes: [string, string][]; content: Tree[] }

/** What a document consists of, for comparison. */
function treeOf(node: Element): Tree {
  const attributes = [...node.attributes].map(({ name, value }): [string, string] => [name, value])
  const content: Tree[] = []
  const add = (part: Tree) => {
    const last = content.at(-1)
    if (typeof part === 'string' && typeof last === 'string') content[content.length - 1] = last + part
    else content.push(part)
  }
  for (const child of node instanceof HTMLTemplateElement ? node.content.childNodes : node.childNodes) {
    if (child.nodeType === Node.COMMENT_NODE) {
      // React's own are a space or a sign.
      if (child.nodeValue!.length > 2) add({ tag: '#comment', attributes: [], content: [child.nodeValue!] })
    } else if (child.nodeType === Node.TEXT_NODE) add(child.nodeValue!)
    else if (isAddress(child as Element)) for (const words of child.childNodes) add(words.nodeValue!)
    else add(treeOf(child as Element))
  }
  if (node.tagName === 'SCRIPT' && node.getAttribute('type') === 'application/json')
    return { tag: 'json', attributes, content: [JSON.stringify(JSON.parse(node.textContent))] }
  return { tag: node.tagName, attributes, content }
}

/** A web address in a message is a button that warns (client/chat/message-text.tsx): the only element that comes from a text. */
function isAddress(node: Element): boolean {
  if (node.tagName !== 'SPAN' || node.getAttribute('role') !== 'button') return false
  expect(node.getAttributeNames().sort()).toEqual(['class', 'role', 'tabindex'])
  expect([...node.childNodes].map(({ nodeType }) => nodeType)).toEqual([Node.TEXT_NODE])
  return true
}

/** The tree with the hostile texts in the places of the harmless ones. */
function spoken(tree: Tree, json = false): Tree {
  if (typeof tree === 'string')
    return tree.replace(/Text(\d+)e/g, (_, index: string) => {
      const text = HOSTILE_TEXTS[Number(index)]!
      return json ? JSON.stringify(text).slice(1, -1) : text
    })
  return {
    tag: tree.tag,
    attributes: tree.attributes.map(([name, value]) => [name, spoken(value) as string]),
    content: tree.content.map((part) => spoken(part, tree.tag === 'json'))
  }
}

/** Without what a sentence puts around a value that is written from right to left. */
const unwrapped = (words: string): string =>
  words.includes('\u2068') ? WRAPPED.reduce((all, [wrapped, text]) => all.replaceAll(wrapped, text), words) : words
const WRAPPED = HOSTILE_TEXTS.flatMap((text) =>
  [text, JSON.stringify(text).slice(1, -1)].map((written) => [`\u2068${written}\u2069`, written] as const)
)

/** Each element, attribute and text of a tree on a line of its own. */
function linesOf(tree: Tree, path = ''): string[] {
  if (typeof tree === 'string') return [`${path} ${unwrapped(tree)}`]
  const own = `${path}/${tree.tag}`
  return [
    own,
    ...tree.attributes.map(([name, value]) => `${own} @${name}=${unwrapped(value)}`),
    ...tree.content.flatMap((part) => linesOf(part, own))
  ]
}

async function expectSame(hostile: string, calm: string): Promise<void> {
  const [found, wanted] = [await parsed(hostile), await parsed(calm)].map(({ documentElement }) => treeOf(documentElement))
  const [lines, wantedLines] = [linesOf(found!), linesOf(spoken(wanted!))]
  // Comparing arrays of ten thousand lines takes seconds, so only the first difference is compared.
  const first = lines.findIndex((line, index) => line !== wantedLines[index])
  expect(first < 0 ? [] : lines.slice(first, first + 3)).toEqual(first < 0 ? [] : wantedLines.slice(first, first + 3))
  expect(lines.length).toBe(wantedLines.length)
  // It has really shown all of them.
  if (calm.includes(plain(COUNT - 1))) expect(new Set([...calm.matchAll(/Text\d+e/g)].map(([words]) => words)).size).toBe(COUNT)
  expect(ran).toEqual([])
}

test('there are 300 texts, and a page with one that isn’t escaped is noticed', async () => {
  expect(new Set(HOSTILE_TEXTS).size).toBe(300)
  for (const raw of [`<script>${CALLED}()</script>`, `<iframe src="javascript:parent.${CALLED}()"></iframe>`]) {
    await parsed(raw)
    expect(ran.length).toBeGreaterThan(0)
    await expect(expectSame(`<p>${raw}</p>`, '<p>Text0e</p>')).rejects.toThrow()
    ran = []
  }
})

test.each([
  ['cards of members', '/members'],
  ['a profile: name, texts, answers to prompts', `/members/${id('Ann')}`],
  ['a conversation: messages, gifts with their notes, what is quoted, the list beside it', `/chats/${CHAT}`]
])('the edge shows 300 hostile texts as they are, and nothing runs: %s', async (_, path) => {
  await expectSame(await pageOf(path, answersWith(HOSTILE_TEXTS)), await pageOf(path, answersWith(PLAIN_TEXTS)))
})

test('mails show 300 hostile texts as they are, as HTML and as text', async () => {
  const [hostile, calm] = [mailWith(HOSTILE_TEXTS), mailWith(PLAIN_TEXTS)]
  await expectSame(hostile.html, calm.html)
  for (const part of ['subject', 'text'] as const) expect(unwrapped(hostile[part])).toBe(unwrapped(spoken(calm[part]) as string))
})

test('what a report copied is printed without anything that moves the cursor or turns the direction', () => {
  const evidence = { messages: HOSTILE_TEXTS.map((text) => ({ by: 'reported', at: NOW, text })) }
  const printed = harmless(JSON.stringify(evidence, null, 2))
  // oxlint-disable-next-line no-control-regex -- these are what it searches for
  expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  const shown = (JSON.parse(printed) as typeof evidence).messages.map(({ text }) => text)
  // oxlint-disable-next-line no-control-regex -- the same
  expect(shown).toEqual(HOSTILE_TEXTS.map((text) => text.replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')))
})

test('in the browser 300 hostile messages, notes, names, last lines and drafts run nothing and turn nothing around them', async () => {
  const answers = answersWith(HOSTILE_TEXTS)
  const { id: user } = answers.getUser!.user
  // Every other conversation has a draft.
  for (const [index, text] of HOSTILE_TEXTS.entries()) if (index % 2 === 1) localStorage.setItem(draftKey(user, id(`p${index}-`)), text)
  for (const name of [CALLED, 'alert', 'confirm', 'prompt', 'print']) vi.stubGlobal(name, () => ran.push(name))
  const { container, getByRole } = await mount(`/chats/${CHAT}`, {
    answers: [
      [{ endpoint: 'getChat', query: { conversation: CHAT } }, answers.getChat],
      [{ endpoint: 'listChats', query: {} }, answers.listChats]
    ],
    api: {
      getChat: () => answers.getChat!,
      listChats: () => answers.listChats!,
      getUser: () => answers.getUser!,
      readChat: () => ({ num_unread_messages: 0 })
    }
  })
  await expect.element(getByRole('log')).toBeVisible()
  const log = getByRole('log').element()
  await expect.poll(() => log.textContent).toContain(HOSTILE_TEXTS.at(-1))
  for (const text of HOSTILE_TEXTS) expect(container.textContent).toContain(text)
  const rows = HOSTILE_TEXTS.map((_, index) => container.querySelector(`a[href="/chats/${index === 0 ? CHAT : id(`chat-${index}-`)}"]`))
  const drafts = HOSTILE_TEXTS.flatMap((text, index) => (index % 2 === 1 ? [[index, sentence('chats.draft', { text })]] : []))
  expect(drafts.filter(([index, line]) => !rows[index as number]?.textContent.includes(line as string))).toEqual([])
  expect(
    container.querySelectorAll('script, img[onerror], iframe, object, embed, base, meta, link, form[action], style, math, template')
  ).toHaveLength(0)
  expect(
    [...container.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()).filter((name) => /^on|style|srcdoc/.test(name))
  ).toEqual([])
  expect(ran).toEqual([])
  expect(spilling(container)).toEqual([])
})

/** Texts whose controls reach what follows them: the nearest element that isolates them has more text behind them. */
function spilling(container: Element): string[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue!
    // A sentence puts a pair around a name or a text in it.
    if (!hasBidiControl(text.replace(/\u2068([^\u2066-\u2069]*)\u2069/gu, '$1'))) continue
    let around = walker.currentNode.parentElement!
    while (!isolates(around)) around = around.parentElement!
    if (!around.textContent.endsWith(text)) found.push(`${around.tagName}.${around.className}: ${JSON.stringify(around.textContent)}`)
  }
  return found
}

function isolates(element: Element): boolean {
  const { unicodeBidi, display } = getComputedStyle(element)
  return unicodeBidi !== 'normal' || !display.startsWith('inline') || element.tagName === 'TEXTAREA'
}
