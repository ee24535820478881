import type { Endpoint } from '../../shared/api/endpoint.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { paymentCountry } from '../../shared/rules/prices.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import { ADDRESS_STEP } from '../photos/present-image.ts'
import type { Viewer } from './handler.ts'

/** Picture addresses are signed for time steps; a cached answer must not outlive them. In ms. */
const STEP = ADDRESS_STEP * 1000

/** Who the answer is for. */
interface Asked {
  tenant: TenantRecord | null
  viewer: Viewer | null
  facts: Pick<EdgeFacts, 'country' | 'selectedCountry'>
  query: unknown
}

/** The tag of an answer, which changes with what the contract names (`etag`); null if it has none. */
export function entityTag({ etag }: Endpoint, { tenant, viewer, facts, query }: Asked, deps: Deps): string | null {
  switch (etag) {
    case 'none':
      return null
    case 'member':
      return tenant && viewer && memberTag(viewer, tenant, facts, deps.realNow())
    case 'tenants':
      return `"hosts.${deps.tenants.version()}"`
    case 'tenant': {
      const named = deps.tenants.find((query as { 'forced-domain': string })['forced-domain'])
      return named ? `"${named.settings.id}.${named.version}.${deps.sms ? 'sms' : ''}"` : null
    }
  }
}

/**
 * Changes with the member's next event, the tenant's settings, the country that they have chosen, the one whose prices they see, and every two and a
 * half minutes of real time.
 */
function memberTag(viewer: Viewer, { settings, version }: TenantRecord, facts: Asked['facts'], realNow: number): string {
  const country = paymentCountry(settings, facts.selectedCountry, facts.country)
  return `"${viewer.public_id}.${viewer.event_counter}.${settings.id}.${version}.${facts.selectedCountry}.${country}.${Math.floor(realNow / STEP)}"`
}

/** Does the client already have this version? A proxy that compresses makes tags weak, which is fine here. */
export function isFresh(tag: string, ifNoneMatch: string | null): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
