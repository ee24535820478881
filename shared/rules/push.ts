/** Where the service worker for push is served: at the root, so that its scope is the whole site. */
export const SW_PUSH_PATH = '/sw-push.js'

/** The one Trusted Types policy that pages allow; it only creates the address of the service worker. */
export const SW_PUSH_POLICY = 'sw-push'
