import { equalText, hmac } from './bytes.ts'

/** How old a signature may be, and how far clocks may differ, in ms. */
const TOLERANCE = 60_000

const signedText = (purpose: string, at: string, body: string) => `${purpose}\n${at}\n${body}`

/**
 * A signature of a body for one purpose: `t=<real ms>,v1=<HMAC-SHA-256, url-safe base64>`.
 * @param now real time in ms
 */
export async function signBody(secret: string, purpose: string, body: string, now: number): Promise<string> {
  return `t=${now},v1=${await hmac(secret, signedText(purpose, String(now), body))}`
}

/** Was this body signed with the secret, for this purpose, within the last minute, or within `tolerance` ms? */
export async function verifyBody(
  secret: string,
  purpose: string,
  body: string,
  signature: string | null,
  now: number,
  tolerance = TOLERANCE
): Promise<boolean> {
  const [, at, mac] = /^t=(\d{13}),v1=([\w-]{43})$/.exec(signature ?? '') ?? []
  if (!at || !mac || Math.abs(now - Number(at)) > tolerance) return false
  return equalText(mac, await hmac(secret, signedText(purpose, at, body)))
}
