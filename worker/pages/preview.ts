import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Answers } from './answers.ts'

/** The picture of a shared link. */
export interface Preview {
  url: string
  width: number
  height: number
}

/**
 * The main photo of the member that a visitor's page is about: only an active one that this brand shows to everyone, and never one of a profile that
 * has to be labelled. Otherwise null: then the brand's own card is used.
 */
export function memberPreview({ answered }: Answers, { settings }: TenantRecord): Preview | null {
  const answer = answered.find(([query]) => query.endpoint === 'getMember')?.[1] as EndpointOutput<Contract['getMember']> | undefined
  const member = answer?.member
  const image = member?.main_image
  const shown = image?.status === 'active' && !member?.fictional && /^\/media\/[\w-]+\/match\.webp\?/.test(image.match)
  return shown ? { url: `${settings.cdn_prefix || `https://${settings.domain}`}${image.match}`, width: 640, height: 800 } : null
}
