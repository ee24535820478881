/** Where the page is that replaces all others without a connection, and the browser cache that holds it (client/push/sw-push.js repeats both). */
export const OFFLINE_PATH = '/offline'
export const OFFLINE_CACHE = 'offline'
