import type { MemberBanner } from '../routes/route.ts'

/** Flag in the address of the page that follows signing up: there the activation reminder is a modal on phones (docs/requirements.tsv). */
export const SIGNUP_COMPLETE = 'api_signup_complete'

/** What the banners need to know about the logged-in member; `User` of user.php has it. */
interface Noticed {
  status: 'not_confirmed' | 'confirmed'
  notifications_disabled: readonly unknown[]
  /** Null until signing up is completed. */
  profile: { status: 'disabled' | 'active'; main_image: object | null } | null
}

/** What they need to know about push on this device (`PushState` of client/state/push.ts). */
interface PushNoticed {
  capability: boolean
  subscription: unknown
}

interface Rule {
  name: MemberBanner
  applies: (member: Noticed, push: PushNoticed) => boolean
}

/** The banners of the default layout, in display order (docs/requirements.tsv); routes say where one doesn't show. */
const RULES: readonly Rule[] = [
  {
    name: 'activation',
    applies: ({ status, notifications_disabled, profile }) =>
      notifications_disabled.length === 0 && status === 'not_confirmed' && profile?.status === 'disabled'
  },
  {
    name: 'notifications',
    applies: ({ notifications_disabled }) => notifications_disabled.length > 0
  },
  {
    name: 'photo',
    // Without a profile there can't be a photo yet.
    applies: ({ profile }) => profile?.main_image === null
  },
  {
    name: 'push',
    // Not while the state is unknown, and not where the browser doesn't let us ask.
    applies: (_, { capability, subscription }) => capability && subscription === false
  }
]

/**
 * The banners that concern this member, whether or not they were closed; in their order.
 * @param without those that the route leaves out
 */
export function memberBanners(member: Noticed, push: PushNoticed, without: readonly MemberBanner[] = []): MemberBanner[] {
  return RULES.filter(({ name, applies }) => applies(member, push) && !without.includes(name)).map(({ name }) => name)
}
