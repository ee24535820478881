const REFUSED = { br: /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/, gzip: /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/ }
const NAMED = { br: /\bbr\b/, gzip: /\bgzip\b/ }

/** Does an `accept-encoding` accept this coding? One listed with `q=0` is not accepted (RFC 9110, 12.5.3). */
export function takes(encodings: string, coding: 'br' | 'gzip'): boolean {
  return NAMED[coding].test(encodings) && !(encodings.includes('q=0') && REFUSED[coding].test(encodings))
}

/**
 * Does an `if-none-match` name this validator? It may list several, and a proxy may have turned a weak one into a strong one: only what is in quotes
 * counts (RFC 9110, 13.1.2).
 */
export function names(known: string, etag: string): boolean {
  return known !== '' && (known === etag || known.includes(etag.slice(etag.indexOf('"'))))
}
