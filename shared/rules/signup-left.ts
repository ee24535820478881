import type { User } from '../api/user.ts'
import type { Tenant } from '../tenants/schema.ts'

/**
 * What is left of signing up for a member: the completion step, or, where the site has ages proven by a provider, that proof.
 * Null when nothing is.
 */
export function signupLeft(
  user: { status: User['status']; profile: Pick<NonNullable<User['profile']>, 'status'> | null },
  { age_assurance }: Pick<Tenant, 'age_assurance'>
): 'profile' | 'age' | null {
  if (!user.profile) return 'profile'
  return age_assurance === 'provider' && user.status === 'confirmed' && user.profile.status === 'disabled' ? 'age' : null
}
