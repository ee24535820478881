import type { User } from '../api/user.ts'
import type { Tenant } from '../tenants/schema.ts'

/**
 * What is left of signing up for a member: the completion step or, if the site requires it, the proof of age by a provider. Null if nothing is left.
 */
export function signupLeft(
  user: { status: User['status']; profile: Pick<NonNullable<User['profile']>, 'status'> | null },
  { age_assurance }: Pick<Tenant, 'age_assurance'>
): 'profile' | 'age' | null {
  if (!user.profile) return 'profile'
  return age_assurance === 'provider' && user.status === 'confirmed' && user.profile.status === 'disabled' ? 'age' : null
}
