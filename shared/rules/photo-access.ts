/** The viewer of a photo: its owner, staff of a fictional profile, another member, or a visitor with what the tenant's search shows visitors. */
export type PhotoViewer = 'owner' | 'staff' | { member: { paid: boolean } } | { visitor: 'all' | 'limited' | 'none' }

/**
 * What is shown of a photo: itself, its blurred stand-in, or nothing. Members can always see main photos; further photos are locked for free members,
 * until they unlock one with credits; visitors at most see main photos, and staff none.
 */
export function photoAccess(
  viewer: PhotoViewer,
  { main, unlocked = false }: { main: boolean; unlocked?: boolean }
): 'full' | 'locked' | 'none' {
  if (viewer === 'owner') return 'full'
  if (viewer === 'staff') return 'none'
  if ('member' in viewer) return main || unlocked || viewer.member.paid ? 'full' : 'locked'
  if (!main || viewer.visitor === 'none') return 'none'
  return viewer.visitor === 'all' ? 'full' : 'locked'
}

/**
 * How free members of a brand unlock a single photo: for nothing, with credits that they can buy, or, where none are sold, with those that everyone
 * is given at sign-up. Null where a photo costs more credits than a member can have.
 */
export function photoUnlocking({
  sells,
  photo_credits: price,
  signup_credits: given
}: Record<'photo_credits' | 'signup_credits', number> & { sells: boolean }): 'free' | 'sold' | 'given' | null {
  if (price === 0) return 'free'
  if (sells) return 'sold'
  return given >= price ? 'given' : null
}
