/** URL-safe base64 without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const encoder = new TextEncoder()

const keys = new Map<string, Promise<CryptoKey>>()

function hmacKey(secret: string): Promise<CryptoKey> {
  let key = keys.get(secret)
  if (!key) {
    key = crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    keys.set(secret, key)
  }
  return key
}

type Hmac = (secret: string, text: string) => string | Promise<string>

/** The implementation that every runtime has. */
const webHmac: Hmac = async (secret, text) =>
  toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey(secret), encoder.encode(text))))

let compute = webHmac

/** Uses the runtime's own HMAC function from now on: on Node, WebCrypto sends each call to another thread, which takes ten times as long. */
export function useHmac(own: Hmac): void {
  compute = own
}

/** HMAC-SHA-256 of `text`, 43 url-safe characters. */
export async function hmac(secret: string, text: string): Promise<string> {
  return await compute(secret, text)
}

/** Compares in a time that depends only on the length. */
export function equalText(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
