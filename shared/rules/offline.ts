/** Where the page is that stands for all others without a connection, and the browser's cache that has it (client/push/sw-push.js writes both out). */
export const OFFLINE_PATH = '/offline'
export const OFFLINE_CACHE = 'offline'
