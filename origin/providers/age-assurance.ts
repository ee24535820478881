import { createHmac, timingSafeEqual } from 'node:crypto'

/** A provider's answer: is the person behind this reference old enough? */
export interface AgeAnswer {
  reference: string
  over: 'yes' | 'no'
  signature: string
}

/** A provider that proves ages. It learns a reference and an age, never who it is; we learn yes or no, never how. */
export interface AgeAssurance {
  name: string
  /** The address to redirect the member to; the provider redirects back to `returnTo` with the answer in the query. */
  start(check: { reference: string; minAge: number; returnTo: string }): string
  /** Is this answer really from the provider? */
  isGenuine(answer: AgeAnswer): boolean
}

/**
 * A provider reached through a signed link: the request is `<url>?reference&min_age&return_to&signature`, the answer
 * `<return_to>?age_reference&age_over=yes|no&age_signature`. Signatures are HMAC-SHA256 (base64url) with the shared secret.
 */
export function createLinkedAssurance({ name, url, secret }: { name: string; url: string; secret: string }): AgeAssurance {
  return {
    name,
    start({ reference, minAge, returnTo }) {
      const query = new URLSearchParams({ reference, min_age: String(minAge), return_to: returnTo })
      query.set('signature', sign(secret, ['check', reference, String(minAge), returnTo]))
      return `${url}?${query}`
    },
    isGenuine({ reference, over, signature }) {
      const expected = Buffer.from(sign(secret, ['answer', reference, over]))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    }
  }
}

/** The signature of a provider's answer. */
export function signAgeAnswer(secret: string, reference: string, over: 'yes' | 'no'): string {
  return sign(secret, ['answer', reference, over])
}

function sign(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}
