import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** Encrypts a secret with a key derived from APP_SECRET (AES-256-GCM). `place` says where it is stored: it can't be decrypted if copied elsewhere. */
export function seal(appSecret: string, place: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts what `seal` encrypted. Throws for another APP_SECRET, another place or a changed byte. */
export function unseal(appSecret: string, place: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return decipher.update(sealed.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

const keys = new Map<string, KeyObject>()

/** The key derived from a secret, once: a page of the search seals a position. */
function keyOf(appSecret: string): KeyObject {
  let key = keys.get(appSecret)
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, '', 'tenant_secrets', 32)))
    keys.set(appSecret, key)
  }
  return key
}
