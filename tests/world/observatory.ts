/**
 * The rules of Mozilla's HTTP Observatory (github.com/mdn/mdn-http-observatory, src/analyzer/tests and src/grader/charts.js), each with what it
 * adds to or takes from 100 for one answer on https. "Redirection" is looked at as far as an answer leads somewhere.
 */
export type Score = Record<Rule, number>

const RULES = [
  'content-security-policy',
  'cookies',
  'cross-origin-resource-sharing',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'redirection',
  'referrer-policy',
  'strict-transport-security',
  'subresource-integrity',
  'x-content-type-options',
  'x-frame-options'
] as const
type Rule = (typeof RULES)[number]

/** What an answer gets that does all it can; cookies, scripts and a place to go count where there are any. */
export const BEST: Score = {
  'content-security-policy': 10,
  cookies: 0,
  'cross-origin-resource-sharing': 0,
  'cross-origin-embedder-policy': 10,
  'cross-origin-opener-policy': 10,
  'cross-origin-resource-policy': 10,
  redirection: 0,
  'referrer-policy': 5,
  'strict-transport-security': 0,
  'subresource-integrity': 0,
  'x-content-type-options': 0,
  'x-frame-options': 5
}

/** Scores an answer to a request for `url`; `html` is its text where it is a document. */
export function observe(url: string, headers: Headers, html = ''): Score {
  const policy = readPolicy(headers.get('content-security-policy'))
  return {
    'content-security-policy': scorePolicy(policy),
    cookies: scoreCookies(headers.getSetCookie()),
    'cross-origin-resource-sharing': headers.has('access-control-allow-origin') ? -50 : 0,
    'cross-origin-embedder-policy': byToken(headers.get('cross-origin-embedder-policy'), {
      'require-corp': 10,
      credentialless: 10,
      'unsafe-none': 0
    }),
    'cross-origin-opener-policy': byToken(headers.get('cross-origin-opener-policy'), {
      'same-origin': 10,
      'same-origin-allow-popups': 10,
      'noopener-allow-popups': 10,
      'unsafe-none': 0
    }),
    'cross-origin-resource-policy': byToken(headers.get('cross-origin-resource-policy'), {
      'same-origin': 10,
      'same-site': 10,
      'cross-origin': 0
    }),
    redirection: scoreRedirection(url, headers.get('location')),
    'referrer-policy': byToken(headers.get('referrer-policy'), {
      'no-referrer': 5,
      'same-origin': 5,
      'strict-origin': 5,
      'strict-origin-when-cross-origin': 5
    }),
    'strict-transport-security': scoreTransport(headers.get('strict-transport-security')),
    'subresource-integrity': scoreIntegrity(html),
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': policy?.has('frame-ancestors') || /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 5 : -20
  }
}

/** A header that is one word: what that is worth; nothing where it is missing, less where it is none of them. */
function byToken(value: string | null, worth: Record<string, number>): number {
  return value === null ? 0 : (worth[value.trim().toLowerCase()] ?? -5)
}

type Policy = ReadonlyMap<string, readonly string[]>

function readPolicy(header: string | null): Policy | null {
  if (header === null) return null
  return new Map(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/)
      return [name, sources] as const
    })
  )
}

const BROAD = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'])

function scorePolicy(policy: Policy | null): number {
  if (!policy) return -25
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const isUnsafe = (source: string) => BROAD.has(source) || source === "'unsafe-inline'" || source === 'data:'
  if (sourcesOf('script-src').some(isUnsafe) || sourcesOf('object-src').some((source) => BROAD.has(source))) return -20
  const active = [...policy].filter(([name]) => name !== 'img-src' && name !== 'media-src').flatMap(([, sources]) => sources)
  if (active.some((source) => /^(?:http|ftp):/.test(source))) return -20
  if ([...sourcesOf('script-src'), ...sourcesOf('style-src')].includes("'unsafe-eval'")) return -10
  if ([...sourcesOf('img-src'), ...sourcesOf('media-src')].some((source) => /^(?:http|ftp):/.test(source))) return -10
  if (sourcesOf('style-src').some(isUnsafe)) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

function scoreCookies(cookies: readonly string[]): number {
  const scores = cookies.map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim().toLowerCase())
    const name = pair.split('=', 1)[0]!
    const holds = (attribute: string) => attributes.includes(attribute)
    const isSession = /login|sess|auth/.test(name)
    if (isSession && !holds('secure')) return -40
    if (isSession && !holds('httponly')) return -30
    if (!holds('secure')) return -20
    return holds('samesite=lax') || holds('samesite=strict') ? 5 : -20
  })
  return scores.length === 0 ? 0 : Math.min(...scores)
}

/** To a path, or to https; from one's own host to another one only when that is the canonical one. */
function scoreRedirection(url: string, location: string | null): number {
  if (location === null || location.startsWith('/')) return 0
  return new URL(location, url).protocol === 'https:' ? 0 : -20
}

const SIX_MONTHS = 15_552_000

function scoreTransport(header: string | null): number {
  const seconds = /^max-age=(\d+)(?:; *includesubdomains)?(?:; *preload)?$/i.exec(header ?? '')?.[1]
  if (seconds === undefined) return -20
  return Number(seconds) >= SIX_MONTHS ? 0 : -10
}

/** Scripts of one's own: five where all have a digest. One of elsewhere is never right here. */
function scoreIntegrity(html: string): number {
  const scripts = Array.from(html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g), ([tag, src]) => ({ tag, src: src! }))
  if (scripts.some(({ src }) => !/^\/[^/]/.test(src))) return -50
  if (scripts.length === 0) return 0
  return scripts.every(({ tag }) => /\bintegrity="sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}"/.test(tag)) ? 5 : 0
}
