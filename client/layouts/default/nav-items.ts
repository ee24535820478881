import type { User } from '../../../shared/api/user.ts'
import type { NavPlace, Route } from '../../../shared/routes/route.ts'
import { creditsBadge } from '../../../shared/rules/badges.ts'
import type { MessageKey } from '../../site/site.tsx'
import type { IconName } from '../../ui/icon.tsx'

export interface NavItem {
  /** Key of the route it leads to. */
  route: NavPlace
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
 * The navigation of a member in the specification's order: search, messages, likes, then credits for premium members and Get Premium for others.
 * While the member is unknown, the last item is left out.
 */
export function navItems(user: User | null): NavItem[] {
  const items: NavItem[] = [
    { route: 'members', icon: 'search', label: 'nav.search', badge: null },
    { route: 'chats', icon: 'message', label: 'nav.messages', badge: waiting(user?.num_unread_messages, 'nav.unread') },
    { route: 'likes', icon: 'heart', label: 'nav.likes', badge: waiting(user?.num_new_likes, 'nav.new_likes') }
  ]
  if (user?.paid_user) items.push({ route: 'credits', icon: 'coin', label: 'nav.credits', badge: creditsLeft(user.credits) })
  else if (user) items.push({ route: 'premium', icon: 'crown', label: 'nav.premium', badge: null })
  return items
}

function waiting(count: number | undefined, label: MessageKey): NavBadge | null {
  return count ? { count, label, tone: 'primary' } : null
}

function creditsLeft(credits: number): NavBadge | null {
  const tone = creditsBadge(credits)
  return tone ? { count: credits, label: 'nav.credits_left', tone } : null
}

/** The `aria-current` of a navigation item: `page` for its own page, `true` for pages below it. */
export function currentOf(item: NavPlace, route: Route | undefined): 'page' | true | undefined {
  if (route?.key === item) return 'page'
  return route?.place === item ? true : undefined
}
