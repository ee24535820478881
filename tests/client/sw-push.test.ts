import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'

const SOURCE = readFileSync(new URL('../../client/push/sw-push.js', import.meta.url), 'utf8')
const ORIGIN = 'https://velvet.example'

interface Page {
  url: string
  controlled: boolean
  told: unknown[]
  focus(): Promise<Page>
  navigate(url: string): Promise<Page>
  postMessage(message: unknown): void
}

/** The push manager's subscription, and the options it was created with. */
interface Subscription {
  endpoint: string
  options: { applicationServerKey: string }
  toJSON(): object
}

/** A browser that has installed the service worker: what it shows, opens and counts. */
let shown: { title: string; options: { body: string; lang: string; tag: string; data?: unknown } }[]
let pages: Page[]
let focused: Page[]
let opened: string[]
let badge: number | null
let requests: { path: string; init: { method: string; headers: object; body: string } }[]
let subscriptions: Subscription[]
let listeners: Map<string, (event: object) => void>
/** What it has cached, the network's answer to pages (null: none), and whether the browser begins requests before the worker runs. */
let kept: Map<string, string>
let network: string | null
let preloads: boolean

beforeEach(() => {
  shown = []
  pages = []
  focused = []
  opened = []
  badge = null
  requests = []
  subscriptions = []
  listeners = new Map()
  kept = new Map()
  network = 'from the network'
  preloads = false
  const answerOf = async () => {
    if (network === null) throw new TypeError('Failed to fetch')
    return network
  }
  const self = {
    caches: {
      open: async () => ({ add: async (path: string) => void kept.set(path, await answerOf()) }),
      match: async (path: string) => kept.get(path)
    },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: new URL(`${ORIGIN}/sw-push.js`),
    registration: {
      navigationPreload: { enable: async () => void (preloads = true) },
      pushManager: {
        getSubscription: async () => subscriptions[0] ?? null,
        subscribe: async ({ applicationServerKey }: Subscription['options']) =>
          (subscriptions[0] = aSubscription('made', applicationServerKey))
      },
      showNotification: async (title: string, options: (typeof shown)[0]['options']) => void shown.push({ title, options })
    },
    clients: { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url), claim: async () => {} },
    skipWaiting: async () => {}
  }
  const navigator = { setAppBadge: async (count: number) => void (badge = count), clearAppBadge: async () => void (badge = 0) }
  const fetch = async (path: string | object, init: (typeof requests)[0]['init']) =>
    typeof path === 'string' ? void requests.push({ path, init }) : await answerOf()
  runInNewContext(SOURCE, { self, navigator, URL, fetch })
})

function aPage(url: string, { controlled = true } = {}): Page {
  const page: Page = {
    url,
    controlled,
    told: [],
    focus: async () => {
      focused.push(page)
      return page
    },
    navigate: async (to) => {
      if (!controlled) throw new TypeError('not controlled')
      page.url = to
      return page
    },
    postMessage: (message) => void page.told.push(message)
  }
  pages.push(page)
  return page
}

async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(type)!({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
  await Promise.all(work)
}

const push = (text: string | null) => dispatch('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } })
const press = (data: unknown) => {
  let closed = false
  return dispatch('notificationclick', { notification: { data, close: () => (closed = true) } }).then(() => closed)
}

function aSubscription(name: string, applicationServerKey = 'key'): Subscription {
  const endpoint = `https://push.example/${name}`
  return {
    endpoint,
    options: { applicationServerKey },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: name, auth: 'a' } })
  }
}

const NOTE = { title: 'Velvet', body: 'You have a new message.', kind: 'message', path: '/chats/x', lang: 'en', badge: 3 }

test('a push is shown as received, counted on the icon, and passed to open pages', async () => {
  const page = aPage(`${ORIGIN}/members`)
  await push(JSON.stringify(NOTE))
  expect(shown).toEqual([{ title: 'Velvet', options: { body: NOTE.body, lang: 'en', tag: 'message', data: '/chats/x' } }])
  expect(badge).toBe(3)
  expect(page.told).toEqual([{ type: 'pushed', kind: 'message', badge: 3 }])
})

test.each([null, '', '{', 'null', '7', '"text"', '[]', '{}'])('a push of %j is shown all the same: browsers require it', async (text) => {
  await push(text)
  expect(shown).toMatchObject([{ title: 'velvet.example', options: { tag: 'note' } }])
})

test('a tap focuses the tab that shows the page, otherwise navigates another tab there, otherwise opens one', async () => {
  const [other, there] = [aPage(`${ORIGIN}/members`), aPage(`${ORIGIN}/chats/x`)]
  expect(await press('/chats/x')).toBe(true)
  expect([focused, opened]).toEqual([[there], []])
  pages.splice(1)
  await press('/chats/x')
  expect([focused.at(-1), other.url, opened]).toEqual([other, `${ORIGIN}/chats/x`, []])
  pages.splice(0)
  await press('/likes')
  expect(opened).toEqual([`${ORIGIN}/likes`])
})

test('a tab that was open before the service worker can’t be navigated: a new one opens', async () => {
  aPage(`${ORIGIN}/members`, { controlled: false })
  await press('/likes')
  expect(opened).toEqual([`${ORIGIN}/likes`])
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'https://[', 'data:text/html,x', '/\\evil.example'])(
  'a press never leads to another site (%s)',
  async (path) => {
    await press(path)
    expect(opened).toEqual([`${ORIGIN}/`])
  }
)

describe('a subscription that changed', () => {
  const told = () => requests.map(({ path, init }) => [init.method, path, JSON.parse(init.body) as unknown])
  const said = (name: string) => [
    'PUT',
    '/api/user.php?push=1',
    { subscription: aSubscription(name).toJSON(), replaces: 'https://push.example/old' }
  ]

  test('is sent to the server with the one it replaces', async () => {
    await dispatch('pushsubscriptionchange', { oldSubscription: aSubscription('old'), newSubscription: aSubscription('new') })
    expect(told()).toEqual([said('new')])
    expect(requests[0]?.init.headers).toEqual({ 'content-type': 'application/json', 'x-client-request': '1', 'x-in-background': '1' })
    expect(subscriptions).toEqual([])
  })

  test('is created again with the same key if the browser has none', async () => {
    await dispatch('pushsubscriptionchange', { oldSubscription: aSubscription('old', 'our key'), newSubscription: null })
    expect(subscriptions[0]?.options.applicationServerKey).toBe('our key')
    expect(told()).toEqual([said('made')])
  })

  test('is used as it is if the browser already has one', async () => {
    subscriptions.push(aSubscription('there'))
    await dispatch('pushsubscriptionchange', { oldSubscription: aSubscription('old') })
    expect(told()).toEqual([said('there')])
  })

  test('is left to the next page if its owner is unknown', async () => {
    await dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: aSubscription('new') })
    expect(told()).toEqual([])
  })
})

describe('without a connection', () => {
  const install = async () => {
    let work: unknown
    listeners.get('install')!({ waitUntil: (promise: unknown) => (work = promise) })
    await work
  }

  /** The answer to a request; undefined: it is left to the browser. */
  async function ask(differences: object = {}, preloadResponse?: Promise<unknown>): Promise<unknown> {
    let answer: unknown
    const request = { mode: 'navigate', method: 'GET', destination: 'document', ...differences }
    listeners.get('fetch')!({ request, preloadResponse, respondWith: (given: unknown) => (answer = given) })
    return await answer
  }

  test('a page that can’t be loaded is the one that was kept when the worker was installed', async () => {
    network = 'the page for no connection'
    await install()
    expect([...kept]).toEqual([['/offline', network]])
    network = 'from the network'
    expect(await ask()).toBe(network)
    expect(await ask({}, Promise.resolve('loaded while the worker started'))).toBe('loaded while the worker started')
    network = null
    expect(await ask()).toBe('the page for no connection')
    expect(await ask({}, Promise.reject(new TypeError('Failed to fetch')))).toBe('the page for no connection')
  })

  test('only requests for pages are answered', async () => {
    await install()
    network = null
    for (const other of [{ mode: 'cors' }, { mode: 'no-cors' }, { method: 'POST' }, { destination: 'iframe' }])
      expect(await ask(other)).toBeUndefined()
  })

  test('a page that couldn’t be cached doesn’t fail the installation: the browser then shows its own', async () => {
    network = null
    await install()
    expect(kept.size).toBe(0)
    await expect(ask()).rejects.toThrow('Failed to fetch')
  })

  test('browsers that can limit this worker to pages do so, and request them before it runs', async () => {
    let routes: { condition: { requestMode: string }; source: string }[] = []
    listeners.get('install')!({ waitUntil: () => {}, addRoutes: async (given: typeof routes) => void (routes = given) })
    expect(routes.map(({ condition, source }) => [condition.requestMode, source])).toEqual([
      ['cors', 'network'],
      ['no-cors', 'network'],
      ['same-origin', 'network']
    ])
    listeners.get('activate')!({ waitUntil: () => {} })
    expect(preloads).toBe(true)
  })
})
