import type { PushState, Registered } from '../state/push.ts'

/** What the engine needs from a browser. */
export interface PushDevice {
  permission(): NotificationPermission
  /** Shows the browser's prompt. */
  askPermission(): Promise<NotificationPermission>
  /** The push manager of the service worker, which is installed or updated first. */
  install(): Promise<Pick<PushManager, 'getSubscription' | 'subscribe'>>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** What the engine sends to the server. Both reject if the server didn't accept it. */
export interface PushServer {
  save(subscription: Registered): Promise<unknown>
  forget(endpoint: string): Promise<unknown>
}

/** Holds the public id of the member who wants push on this device. */
const MEMBER_KEY = 'push_member'

/**
 * Push on this device for one member. Permission belongs to the browser and lasts, but wanting push belongs to the member: another member who logs in
 * on the device isn't subscribed by it.
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

  /** The browser's subscription under the site's current key, or a new one if there is none. */
  async function currentSubscription(): Promise<PushSubscription> {
    const manager = await device.install()
    const existing = await manager.getSubscription()
    if (existing && isOf(existing, key)) return existing
    // Push services refuse pushes signed with a different key than that of the subscription.
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
     * Checks the current state, without a prompt. If the member wants push, the subscription is sent again: the server deletes a browser with its
     * session, and browsers and sites change their keys.
     */
    async start(): Promise<void> {
      const permission = device.permission()
      if (permission === 'denied') return show('denied')
      if (permission === 'default' || !wanted()) return show(false)
      try {
        await register()
      } catch {
        // The push service or our server can't be reached: the next page tries again.
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
      // Before the browser is called: if that fails, the next page must not subscribe again.
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

/** Storage may be turned off: then push lasts as long as the session. */
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
