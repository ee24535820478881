import { isOffered, type Offering } from '../../shared/routes/match.ts'
import type { MessageKey } from '../site/site.tsx'

export interface FooterLink {
  route: string
  label: MessageKey
}

const PRICING: FooterLink = { route: 'pricing', label: 'footer.pricing' }

const LEGAL: readonly FooterLink[] = [
  { route: 'pages-terms', label: 'footer.terms' },
  { route: 'pages-privacy', label: 'footer.privacy' },
  { route: 'pages-cookies', label: 'footer.cookies' },
  { route: 'pages-return-policy', label: 'footer.return_policy' },
  { route: 'pages-ban', label: 'footer.house_rules' },
  { route: 'pages-transparency', label: 'footer.transparency' }
]

const HELP: readonly FooterLink[] = [
  { route: 'pages-service', label: 'footer.service' },
  { route: 'pages-faq', label: 'footer.faq' },
  { route: 'complaints', label: 'footer.complaints' },
  { route: 'lang-config', label: 'footer.languages' }
]

const VISITOR: readonly FooterLink[] = [{ route: 'login', label: 'nav.login' }, { route: 'signup', label: 'nav.signup' }, PRICING]

const MEMBER: readonly FooterLink[] = [
  { route: 'members', label: 'nav.search' },
  { route: 'match-finder', label: 'footer.match_finder' },
  { route: 'swipe-game', label: 'footer.swipe_game' },
  { route: 'notifications', label: 'footer.notifications' },
  PRICING
]

/** Of a brand that has closed, for good or for a while. */
const CLOSED_VISITOR: readonly FooterLink[] = [{ route: 'login', label: 'nav.login' }]

const CLOSED_MEMBER: readonly FooterLink[] = [
  { route: 'settings', label: 'nav.settings' },
  { route: 'transactions-id', label: 'footer.payments' }
]

/** The links to these routes, without those whose page this brand doesn't have. */
export function legalLinks(routes: readonly string[], brand: Offering): FooterLink[] {
  return [...HELP, ...LEGAL, PRICING].filter(({ route }) => routes.includes(route) && isOffered(route, brand))
}

/** The footer's links in groups, without those whose page this brand doesn't have; members and visitors see different ones. */
export function footerLinks(member: boolean, signupsAreOpen: boolean, brand: Offering): { title: MessageKey; links: FooterLink[] }[] {
  const [visitors, members] = brand.closed ? [CLOSED_VISITOR, CLOSED_MEMBER] : [VISITOR, MEMBER]
  const own = member ? members : visitors.filter((link) => signupsAreOpen || link.route !== 'signup')
  const groups = [
    { title: 'footer.site', links: own },
    { title: 'footer.help', links: HELP },
    { title: 'footer.legal', links: LEGAL }
  ] as const
  return groups
    .map(({ title, links }) => ({ title, links: links.filter((link) => isOffered(link.route, brand)) }))
    .filter(({ links }) => links.length > 0)
}
