import type { PushState, Registered } from '../state/push.ts'

/** What the engine needs of a browser. */
export interface PushDevice {
  permission(): NotificationPermission
  /** Shows the browser's question. */
  askPermission(): Promise<NotificationPermission>
  /** The push manager of the service worker, which is installed or brought up to date. */
  install(): Promise<Pick<PushManager, 'getSubscription' | 'subscribe'>>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** What the engine tells the server. Both reject when it did not take it. */
export interface PushServer {
  save(subscription: Registered): Promise<unknown>
  forget(endpoint: string): Promise<unknown>
}

/** Holds the public id of the member who wants push on this device. */
const MEMBER_KEY = 'push_member'

/**
 * Push on this device for one member. Permission is the browser's and lasts; whether someone wants push is theirs, so another member who
 * logs in on the device is not subscribed by it.
 * @param key the site's public key, base64url
 */
export function createPushEngine({
  device,
  server,
  member,
  key,
  show
}: {
  device: PushDevice
  server: PushServer
  member: string
  key: string
  show: (subscription: PushState['subscription']) => void
}) {
  const wanted = () => read(device.storage) === member

  /** The browser's subscription under the site's present key, a new one where there is none. */
  async function currentSubscription(): Promise<PushSubscription> {
    const manager = await device.install()
    const existing = await manager.getSubscription()
    if (existing && isOf(existing, key)) return existing
    // Push services refuse what is signed with another key than the one subscribed with.
    await existing?.unsubscribe()
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  }

  async function register(): Promise<void> {
    const { endpoint, expirationTime, keys } = (await currentSubscription()).toJSON() as Registered
    const subscription = { endpoint, expirationTime, keys }
    await server.save(subscription)
    show(subscription)
  }

  return {
    /**
     * Looks how things are, without a prompt. Where the member wants push, the subscription is sent again: the server forgets a browser with
     * its session, and browsers and sites change their keys.
     */
    async start(): Promise<void> {
      const permission = device.permission()
      if (permission === 'denied') return show('denied')
      if (permission === 'default' || !wanted()) return show(false)
      try {
        await register()
      } catch {
        // No way to the push service or to ours: the next page tries again.
        show(false)
      }
    },
    async subscribe(): Promise<void> {
      const permission = await device.askPermission()
      if (permission !== 'granted') return show(permission === 'denied' ? 'denied' : false)
      await register()
      write(device.storage, member)
    },
    async unsubscribe(): Promise<void> {
      const subscription = await (await device.install()).getSubscription()
      if (subscription) await server.forget(subscription.endpoint)
      // Before the browser is asked: should that fail, the next page must not subscribe again.
      write(device.storage, null)
      await subscription?.unsubscribe()
      show(device.permission() === 'denied' ? 'denied' : false)
    }
  }
}

function isOf({ options }: PushSubscription, key: string): boolean {
  const { applicationServerKey } = options
  if (!applicationServerKey) return false
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

/** Storage may be switched off: then push lasts as long as the session. */
function read(storage: PushDevice['storage']): string | null {
  try {
    return storage.getItem(MEMBER_KEY)
  } catch {
    return null
  }
}

function write(storage: PushDevice['storage'], member: string | null): void {
  try {
    if (member === null) storage.removeItem(MEMBER_KEY)
    else storage.setItem(MEMBER_KEY, member)
  } catch {
    // As above.
  }
}
