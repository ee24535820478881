import { signupWay } from '../../shared/tenants/public-settings.ts'
import { useSite } from './site.tsx'

/** How this visitor becomes a member here. */
export function useSignupWay(): 'open' | 'link' | 'closed' {
  const { tenant, trafficSource } = useSite()
  return signupWay(tenant, trafficSource)
}

/** May this visitor sign up here? */
export function useSignupsOpen(): boolean {
  return useSignupWay() === 'open'
}
