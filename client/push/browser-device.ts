import { SW_PUSH_PATH, SW_PUSH_POLICY } from '../../shared/rules/push.ts'
import type { PushDevice } from './push-engine.ts'

/** The part of Trusted Types that is used here; TypeScript's library does not have it. */
interface Policies {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(path: string): string }): { createScriptURL(path: string): string } }
}

/** This browser, or null if it doesn't support push (on iOS: until the site is on the home screen). */
export function browserDevice(): PushDevice | null {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null
  return {
    permission: () => Notification.permission,
    askPermission: () => Notification.requestPermission(),
    install: async () => (await installWorker()).pushManager,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key)
    }
  }
}

/** Installs or updates the service worker; resolves when it is active, since subscribing isn't possible before. */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(scriptAddress(), { scope: '/', updateViaCache: 'none' })
  return await navigator.serviceWorker.ready
}

let address: string | null = null

/** The address of the service worker as a trusted URL, created once by the only Trusted Types policy that the page allows. */
function scriptAddress(): string {
  return (address ??=
    (window as Policies).trustedTypes?.createPolicy(SW_PUSH_POLICY, { createScriptURL: () => SW_PUSH_PATH }).createScriptURL('') ??
    SW_PUSH_PATH)
}
