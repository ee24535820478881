import * as v from 'valibot'
import { contract } from './endpoint.ts'

/** `?push=1` distinguishes these operations of user.php from the others. */
const PushQuery = v.strictObject({ push: v.literal('1', 'invalid') })

/** In ASCII, as browsers write every address: it's stored, and has to fit into an index. */
const Endpoint = v.pipe(v.string('required'), v.maxLength(1024, 'too_long'), v.regex(/^[!-~]*$/, 'invalid'), v.url('invalid'))

/** A browser's `PushSubscription` as JSON. The endpoint is a secret: anyone who knows it and the keys can write to the device. */
const PushSubscriptionBody = v.strictObject({
  endpoint: Endpoint,
  expirationTime: v.optional(v.nullable(v.number('invalid'))),
  keys: v.strictObject({
    /** Uncompressed point on P-256: 65 bytes, base64url. */
    p256dh: v.pipe(v.string('required'), v.regex(/^B[A-Za-z0-9_-]{86}=?$/, 'invalid')),
    /** 16 bytes, base64url. */
    auth: v.pipe(v.string('required'), v.regex(/^[A-Za-z0-9_-]{22}(==)?$/, 'invalid'))
  })
})

export const push = contract({
  subscribePush: {
    method: 'POST',
    path: '/api/user.php',
    when: 'push',
    summary: 'Register this browser for push, until its session ends. Registering it for another member moves it.',
    audience: 'member',
    idempotency: 'natural',
    query: PushQuery,
    body: v.strictObject({ subscription: PushSubscriptionBody }),
    output: v.strictObject({ subscribed: v.literal(true) })
  },
  renewPush: {
    method: 'PUT',
    path: '/api/user.php',
    when: 'push',
    summary: 'The browser has a new subscription instead of `replaces`: if that one is registered for the member, the new one replaces it.',
    audience: 'member',
    idempotency: 'natural',
    query: PushQuery,
    body: v.strictObject({ subscription: PushSubscriptionBody, replaces: Endpoint }),
    output: v.strictObject({ subscribed: v.boolean() })
  },
  unsubscribePush: {
    method: 'DELETE',
    path: '/api/user.php',
    when: 'push',
    summary: 'Stop pushes to this browser.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: PushQuery,
    body: v.strictObject({ endpoint: Endpoint }),
    output: v.strictObject({ subscribed: v.literal(false) })
  }
})
