/** What a member can do next so that others find and answer them, in this order. */
export const PROFILE_STEPS = ['confirm_mail', 'complete', 'photo', 'about', 'interests'] as const
export type ProfileStep = (typeof PROFILE_STEPS)[number]

interface Filled {
  /** The address is confirmed. */
  confirmed: boolean
  /** The completion step of the sign-up is done. */
  complete: boolean
  /** There is a photo, waiting for approval or shown. */
  photo: boolean
  about: string | null
  interests: readonly string[]
}

interface Shown {
  visible_profile_fields: readonly string[]
  visible_profile_notes: readonly string[]
}

/** The one next step of a profile; null if nothing is missing. Things that the site doesn't show aren't asked for. */
export function nextProfileStep(profile: Filled, site: Shown): ProfileStep | null {
  const done: Record<ProfileStep, boolean> = {
    confirm_mail: profile.confirmed,
    complete: profile.complete,
    photo: profile.photo,
    about: profile.about !== null || !site.visible_profile_notes.includes('about'),
    interests: profile.interests.length > 0 || !site.visible_profile_fields.includes('interests')
  }
  return PROFILE_STEPS.find((step) => !done[step]) ?? null
}
