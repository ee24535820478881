import type { EntryName } from '../../shared/api/contract.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { ADDRESS_STEP } from '../photos/present-image.ts'
import type { Viewer } from './handler.ts'

/** Addresses of pictures are signed for steps of time; a kept answer must not outlive them. In ms. */
const STEP = ADDRESS_STEP * 1000

/** Entries that the browser asks every minute. */
export const POLLED: ReadonlySet<string> = new Set<EntryName>(['getUser', 'listChats', 'listLikes'])

/**
 * The tag of an answer that is asked for every minute: it changes with the member's next event, with the tenant's
 * settings, and every two and a half minutes of real time.
 */
export function entityTag(viewer: Viewer, tenant: TenantRecord, realNow: number): string {
  return `"${viewer.public_id}.${viewer.event_counter}.${tenant.settings.id}.${tenant.version}.${Math.floor(realNow / STEP)}"`
}

/** Does the reader hold this version already? A proxy that compresses makes tags weak, which is fine here. */
export function isFresh(tag: string, ifNoneMatch: string | null): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
