import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import type { PushAnswer, PushTransport } from '../../origin/providers/push.ts'
import { isPushService } from '../../origin/push/push-services.ts'

/** What a browser showed. */
export interface Pushed {
  note: { title: string; body: string; kind: string; path: string; lang: string; badge: number }
  ttl: number
  topic: string
  urgency: string
  /** Who sent it, by the signed token. */
  claims: { aud: string; exp: number; sub: string }
  /** The key that the token was signed with. */
  vapidKey: string
  /** Bytes on the wire. */
  size: number
}

/** A browser with a subscription at the push service. */
export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What has arrived, decrypted, oldest first. */
  pushed: Pushed[]
}

interface KnownBrowser extends TestBrowser {
  key: ECDH
  auth: Buffer
}

const browsers = new Map<string, KnownBrowser>()

/** A browser that has just subscribed. Its push service is `createPushService`. */
export function aBrowser(host = 'fcm.googleapis.com'): TestBrowser {
  const key = createECDH('prime256v1')
  const p256dh = key.generateKeys('base64url')
  const auth = randomBytes(16)
  const endpoint = `https://${host}/push/${randomBytes(16).toString('base64url')}`
  const browser = { subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }, pushed: [], key, auth }
  browsers.set(endpoint, browser)
  return browser
}

/**
 * A push service in this process: it refuses what a real one would (RFC 8030, 8292) and gives the browser what it was sent, which
 * decrypts it (RFC 8291). `answer` decides first, by the number of the request.
 */
export function createPushService(answer: (count: number) => PushAnswer | undefined = () => undefined): PushTransport & { asked: number } {
  const service = {
    asked: 0,
    knows: isPushService,
    async send({ endpoint, headers, body }: Parameters<PushTransport['send']>[0]): Promise<PushAnswer> {
      service.asked += 1
      const own = answer(service.asked)
      if (own) return own
      const browser = browsers.get(endpoint)
      if (!browser) return { status: 404, retryAfter: null }
      const token = checkToken(headers.authorization ?? '', new URL(endpoint).origin)
      if (!token) return { status: 403, retryAfter: null }
      if (body.byteLength > 4096 || !/^[A-Za-z0-9_-]{1,32}$/.test(headers.topic ?? '')) return { status: 400, retryAfter: null }
      if (headers['content-encoding'] !== 'aes128gcm') return { status: 415, retryAfter: null }
      browser.pushed.push({
        note: JSON.parse(decrypt(browser, Buffer.from(body))) as Pushed['note'],
        ttl: Number(headers.ttl),
        topic: headers.topic ?? '',
        urgency: headers.urgency ?? '',
        ...token,
        size: body.byteLength
      })
      return { status: 201, retryAfter: null }
    }
  }
  return service
}

/** The claims of a VAPID header that is signed, for this service and not over; null for any other. */
function checkToken(header: string, audience: string): { claims: Pushed['claims']; vapidKey: string } | null {
  const [, head = '', payload = '', signature = '', vapidKey = ''] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), ?k=(.+)$/.exec(header) ?? []
  const point = Buffer.from(vapidKey, 'base64url')
  if (point.length !== 65) return null
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = Buffer.from(signature, 'base64url')
  if (!verify('sha256', Buffer.from(`${head}.${payload}`), { key, dsaEncoding: 'ieee-p1363' }, signed)) return null
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Pushed['claims']
  const left = claims.exp - Date.now() / 1000
  return claims.aud === audience && left > 0 && left <= 24 * 3600 && /^(mailto:|https:)/.test(claims.sub) ? { claims, vapidKey } : null
}

/** RFC 8291 over RFC 8188, one record. */
function decrypt({ key, auth }: KnownBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender])
  const secret = hkdfSync('sha256', key.computeSecret(sender), auth, info, 32)
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12)).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
