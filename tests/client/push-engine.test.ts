import { beforeEach, expect, test } from 'vitest'
import { createPushEngine } from '../../client/push/push-engine.ts'
import type { PushState } from '../../client/state/push.ts'

const KEY = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

/** A browser: its permission, its subscription, and the calls it got. */
let browser: {
  permission: NotificationPermission
  answer: NotificationPermission
  subscription: PushSubscription | null
  asked: string[]
  stored: Map<string, string>
  failing: boolean
}
/** Calls to the server. */
let told: [string, string][]
let refusing: boolean
let shown: PushState['subscription'][]
let count: number

beforeEach(() => {
  browser = { permission: 'default', answer: 'granted', subscription: null, asked: [], stored: new Map(), failing: false }
  told = []
  refusing = false
  shown = []
  count = 0
})

function subscribedWith(key: string): PushSubscription {
  const endpoint = `https://push.example/${++count}`
  const subscription = {
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.subscription = null
      return true
    }
  }
  return subscription as unknown as PushSubscription
}

function anEngine({ member = 'mira', key = KEY } = {}) {
  return createPushEngine({
    device: {
      permission: () => browser.permission,
      askPermission: async () => {
        browser.asked.push('permission')
        return (browser.permission = browser.answer)
      },
      install: async () => {
        browser.asked.push('install')
        return {
          getSubscription: async () => browser.subscription,
          subscribe: async (options) => {
            if (browser.failing) throw new DOMException('no push service', 'AbortError')
            expect(options?.userVisibleOnly).toBe(true)
            return (browser.subscription = subscribedWith(options?.applicationServerKey as string))
          }
        }
      },
      storage: {
        getItem: (name) => browser.stored.get(name) ?? null,
        setItem: (name, value) => void browser.stored.set(name, value),
        removeItem: (name) => void browser.stored.delete(name)
      }
    },
    server: {
      save: async ({ endpoint }) => {
        if (refusing) throw new Error('refused')
        told.push(['save', endpoint])
      },
      forget: async (endpoint) => {
        if (refusing) throw new Error('refused')
        told.push(['forget', endpoint])
      }
    },
    member,
    key,
    show: (subscription) => shown.push(subscription)
  })
}

/** A device on which the member has turned push on. */
async function subscribed(): Promise<void> {
  await anEngine().subscribe()
  browser.asked = []
  told = []
  shown = []
}

test('[OTH-4] an opened page doesn’t prompt and installs nothing: not subscribed, or denied', async () => {
  await anEngine().start()
  browser.permission = 'granted'
  await anEngine().start()
  browser.permission = 'denied'
  await anEngine().start()
  expect(shown).toEqual([false, false, 'denied'])
  expect([browser.asked, told]).toEqual([[], []])
})

test('[SET-9] a tap prompts, subscribes with the site’s key and registers at the server', async () => {
  await anEngine().subscribe()
  expect(browser.asked).toEqual(['permission', 'install'])
  const { applicationServerKey } = browser.subscription!.options
  expect(Buffer.from(applicationServerKey!).toString('base64url')).toBe(KEY)
  expect(told).toEqual([['save', 'https://push.example/1']])
  expect(shown).toEqual([{ endpoint: 'https://push.example/1', expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }])
})

test.each([
  ['denied', 'denied'],
  ['default', false]
] as const)('a member who answers "%s" is left alone', async (answer, state) => {
  browser.answer = answer
  await anEngine().subscribe()
  expect([browser.asked, told, shown]).toEqual([['permission'], [], [state]])
  await anEngine().start()
  expect(told).toEqual([])
})

test('the next page registers again, since the server deleted the browser with its session', async () => {
  await subscribed()
  await anEngine().start()
  expect(browser.asked).toEqual(['install'])
  expect(told).toEqual([['save', 'https://push.example/1']])
  expect(shown).toMatchObject([{ endpoint: 'https://push.example/1' }])
})

test('another member on the same device is not subscribed by it, and takes it over only by a tap', async () => {
  await subscribed()
  await anEngine({ member: 'noor' }).start()
  expect([told, shown]).toEqual([[], [false]])
  await anEngine({ member: 'noor' }).subscribe()
  expect(told).toEqual([['save', 'https://push.example/1']])
  await anEngine({ member: 'mira' }).start()
  expect(shown.at(-1)).toBe(false)
})

test('after the site’s key or the browser’s subscription has changed, a new one is created without a prompt', async () => {
  await subscribed()
  const next = `BB${KEY.slice(2)}`
  await anEngine({ key: next }).start()
  expect(told).toEqual([['save', 'https://push.example/2']])
  expect(Buffer.from(browser.subscription!.options.applicationServerKey!).toString('base64url')).toBe(next)
  browser.subscription = null
  await anEngine({ key: next }).start()
  expect(told.at(-1)).toEqual(['save', 'https://push.example/3'])
  expect(browser.asked).not.toContain('permission')
})

test('permission revoked in the browser is reported, and the member’s wish is kept', async () => {
  await subscribed()
  browser.permission = 'denied'
  await anEngine().start()
  browser.permission = 'granted'
  await anEngine().start()
  expect(shown).toMatchObject(['denied', { endpoint: 'https://push.example/1' }])
})

test('turning off calls the server first: if that fails, it is still on', async () => {
  await subscribed()
  refusing = true
  await expect(anEngine().unsubscribe()).rejects.toThrow('refused')
  expect([browser.subscription?.endpoint, shown]).toEqual(['https://push.example/1', []])
  refusing = false
  await anEngine().unsubscribe()
  expect([browser.subscription, told, shown]).toEqual([null, [['forget', 'https://push.example/1']], [false]])
  await anEngine().start()
  expect(told).toHaveLength(1)
})

test('turning off lasts, even if the browser can’t remove its subscription', async () => {
  await subscribed()
  browser.subscription!.unsubscribe = () => Promise.reject(new DOMException('no push service', 'AbortError'))
  await expect(anEngine().unsubscribe()).rejects.toThrow('no push service')
  await anEngine().start()
  expect([told, shown]).toEqual([[['forget', 'https://push.example/1']], [false]])
})

test('if the push service or server fails, a tap fails, and a page continues without push', async () => {
  browser.failing = true
  await expect(anEngine().subscribe()).rejects.toThrow('no push service')
  browser.failing = false
  refusing = true
  await expect(anEngine().subscribe()).rejects.toThrow('refused')
  expect(shown).toEqual([])
  refusing = false
  await anEngine().subscribe()
  refusing = true
  await anEngine().start()
  expect(shown.at(-1)).toBe(false)
})

test('without storage a tap subscribes all the same', async () => {
  browser.stored.set = () => {
    throw new DOMException('storage is off', 'SecurityError')
  }
  await anEngine().subscribe()
  expect(shown).toHaveLength(1)
})
