/**
 * The service worker at /sw-push.js: shows what was pushed, opens its page, and renews the subscription. It contains no texts, no brand and no member:
 * everything it shows comes encrypted with the push. Of requests it answers only those for a page that can't be loaded, with the page that the edge
 * has made for that (worker/pages/offline.ts). Its own requests obey the policy that this script is served with (worker/files/sw-push.ts); a browser
 * that has installed it uses another policy only once the script itself has changed.
 *
 * @typedef {object} PushedNote What the origin sends (origin/push/push-note.ts).
 * @property {string} title
 * @property {string} body
 * @property {string} kind A newer note of the same kind replaces an older one.
 * @property {string} path Page of this site that opens on tap.
 * @property {string} lang
 * @property {number} badge Everything unseen.
 */

const OFFLINE_PATH = '/offline'
const OFFLINE_CACHE = 'offline'

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  event.waitUntil(keepOfflinePage())
  // Browsers that can be told so ask this worker for pages alone.
  const others = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ condition: { requestMode }, source: 'network' }))
  event.addRoutes?.(others).catch(() => {})
})
self.addEventListener('activate', (event) => {
  // A page is requested while this worker starts, not after it.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]))
})
self.addEventListener('fetch', (event) => {
  const { mode, method, destination } = event.request
  if (mode === 'navigate' && method === 'GET' && destination === 'document') event.respondWith(loadPage(event))
})

/** Every version of this worker has a page of its own time. One that can't be kept must not cost the pushes. */
async function keepOfflinePage() {
  try {
    await (await self.caches.open(OFFLINE_CACHE)).add(OFFLINE_PATH)
  } catch {
    // Pages of members try again (client/push/offline-page.ts).
  }
}

/** What the network answers, whatever it is; without an answer the page that was kept. */
async function loadPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await self.caches.match(OFFLINE_PATH)
    if (kept) return kept
    throw error
  }
}

self.addEventListener('push', (event) => {
  const note = readNote(event.data)
  event.waitUntil(Promise.all([show(note), showBadge(note.badge), tellPages(note)]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(ownAddress(event.notification.data)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/**
 * The push service has revoked or replaced the subscription: the server is notified, so that the member keeps getting pushes. Without the old one it
 * is unknown whose it was; then the next page that is opened registers the browser again.
 * @param {{ oldSubscription?: PushSubscription | null, newSubscription?: PushSubscription | null }} change
 */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const { applicationServerKey } = oldSubscription.options
  const manager = self.registration.pushManager
  const current =
    newSubscription ?? (await manager.getSubscription()) ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const { endpoint, expirationTime, keys } = current.toJSON()
  await fetch('/api/user.php?push=1', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-client-request': '1', 'x-in-background': '1' },
    body: JSON.stringify({ subscription: { endpoint, expirationTime, keys }, replaces: oldSubscription.endpoint })
  })
}

/**
 * Never throws: browsers require that every push shows a notification.
 * @param data What came with the push, or null.
 * @returns {Partial<PushedNote>}
 */
function readNote(data) {
  try {
    const note = data?.json()
    return note !== null && typeof note === 'object' ? note : {}
  } catch {
    return {}
  }
}

/** @param {Partial<PushedNote>} note */
function show({ title, body, kind, path, lang }) {
  return self.registration.showNotification(title || self.location.hostname, {
    body: body || '',
    lang: lang || '',
    tag: kind || 'note',
    data: path
  })
}

/** @param {number | undefined} count */
async function showBadge(count) {
  if (typeof count !== 'number' || !('setAppBadge' in navigator)) return
  // Rejected if the app isn't installed; then there is no badge to update.
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** @param {Partial<PushedNote>} note */
async function tellPages({ kind, badge }) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a service worker is of its origin
  for (const page of await windows()) page.postMessage({ type: 'pushed', kind: kind || 'note', badge: badge ?? null })
}

/** @param {string} address An address of this site. */
async function open(address) {
  const pages = await windows()
  const there = pages.find((page) => page.url === address)
  if (there) return await there.focus()
  const [page] = pages
  if (!page) return await self.clients.openWindow(address)
  await page.focus()
  // Refused for a page that this worker does not control.
  return await page.navigate(address).catch(() => self.clients.openWindow(address))
}

function windows() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/**
 * The address of a path of this site; the index for anything that leads elsewhere.
 * @param {unknown} path
 */
function ownAddress(path) {
  const { origin } = self.location
  try {
    const address = new URL(String(path), origin)
    if (address.origin === origin) return address.href
  } catch {
    // No address at all.
  }
  return `${origin}/`
}
