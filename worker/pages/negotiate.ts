const REFUSED = { br: /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/, gzip: /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/ }
const NAMED = { br: /\bbr\b/, gzip: /\bgzip\b/ }

/** Does an `accept-encoding` take this coding? One that is named with `q=0` is refused (RFC 9110, 12.5.3). */
export function takes(encodings: string, coding: 'br' | 'gzip'): boolean {
  return NAMED[coding].test(encodings) && !(encodings.includes('q=0') && REFUSED[coding].test(encodings))
}

/**
 * Does an `if-none-match` name this validator? It may list several, and who stands in between may have made a strong one of a
 * weak one: only what is in quotes counts (RFC 9110, 13.1.2).
 */
export function names(known: string, etag: string): boolean {
  return known !== '' && (known === etag || known.includes(etag.slice(etag.indexOf('"'))))
}
