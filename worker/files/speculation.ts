import { ASSET_HEADERS } from '../pages/security-headers.ts'

/** Where the rules are served; visitors' pages refer to it in their `Speculation-Rules` header, which a strict policy allows. */
export const SPECULATION_PATH = '/speculation.json'

/** Visitors' links load documents: the next one is prefetched while the pointer hovers over its link. Never links with side effects. */
const RULES = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/activate/*', '/reset-password/*', '/mail-change/*', '/credits/*', '/media/*', '/__*'] } },
          { not: { selector_matches: '[rel~="nofollow"], [target]' } }
        ]
      },
      eagerness: 'moderate'
    }
  ]
}

export function serveSpeculation(): Response {
  return new Response(JSON.stringify(RULES), {
    headers: { ...ASSET_HEADERS, 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=3600' }
  })
}
