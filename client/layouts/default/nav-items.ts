import { isBuilt } from '../../../shared/routes/match.ts'
import { creditsBadge } from '../../../shared/rules/badges.ts'
import type { MemberState } from '../../app/use-member.ts'
import type { MessageKey } from '../../app/site.tsx'
import type { IconName } from '../../ui/icon.tsx'

export interface NavItem {
  /** Key of the route it leads to. */
  route: 'members' | 'chats' | 'likes' | 'credits' | 'premium'
  icon: IconName
  label: MessageKey
  badge: NavBadge | null
}

interface NavBadge {
  count: number
  /** The words after the number. */
  label: MessageKey
  tone: 'primary' | 'warning' | 'danger'
}

/**
 * The navigation of a member in the specification's order: search, messages, likes, then credits for who has paid and
 * Get Premium for others. While nobody knows yet who it is, or while its page is not built, the last one is left out.
 */
export function navItems({ user, unreadMessages, newLikes }: MemberState): NavItem[] {
  const items: NavItem[] = [
    { route: 'members', icon: 'search', label: 'nav.search', badge: null },
    { route: 'chats', icon: 'message', label: 'nav.messages', badge: waiting(unreadMessages, 'nav.unread') },
    { route: 'likes', icon: 'heart', label: 'nav.likes', badge: waiting(newLikes, 'nav.new_likes') }
  ]
  if (user?.paid_user) items.push({ route: 'credits', icon: 'coin', label: 'nav.credits', badge: creditsLeft(user.credits) })
  else if (user) items.push({ route: 'premium', icon: 'crown', label: 'nav.premium', badge: null })
  return items.filter(({ route }) => isBuilt(route))
}

function waiting(count: number | null, label: MessageKey): NavBadge | null {
  return count !== null && count > 0 ? { count, label, tone: 'primary' } : null
}

function creditsLeft(credits: number): NavBadge | null {
  const tone = creditsBadge(credits)
  return tone ? { count: credits, label: 'nav.credits_left', tone } : null
}

const WITH_BACK_BUTTON: ReadonlySet<string> = new Set(['members-id', 'likes-type', 'likes-m-id', 'credits', 'credits-id-paymentmethod'])

/** An installed web app has no browser around it: on these routes it gets a way back, where there is one (SPEC §2). */
export function hasBackButton(route: string | undefined, standalone: boolean, canGoBack: boolean): boolean {
  return route !== undefined && standalone && canGoBack && WITH_BACK_BUTTON.has(route)
}

const SECTION: Record<string, NavItem['route']> = {
  'members-id': 'members',
  'likes-type': 'likes',
  'likes-m-id': 'likes',
  'credits-id-paymentmethod': 'credits',
  'credits-repeat-order': 'credits'
}

/** Where a page stands in the navigation: `page` for the item's own, `true` for what lies under it. */
export function currentOf(item: NavItem['route'], route: string | undefined): 'page' | true | undefined {
  if (route === item) return 'page'
  return route !== undefined && SECTION[route] === item ? true : undefined
}
