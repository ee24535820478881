import type { MainImage } from '../../shared/api/members.ts'
import { useSite } from '../site/site.tsx'

const FILES = { thumb: 'thumb_filename', match: 'match', full: 'filename' } as const satisfies Record<string, keyof MainImage>

/**
 * The address of a member's picture: `thumb` for lists, `match` for a large card, `full` for the profile. Null if there is none to show. If the
 * operator configured a host for pictures, the small ones come from there; the full size needs the session's cookie.
 */
export function usePicture(image: MainImage | null | undefined, size: 'thumb' | 'match' | 'full' = 'thumb'): string | null {
  const { tenant } = useSite()
  if (!image) return null
  const address = image[FILES[size]]
  return size === 'full' ? address : tenant.cdn_prefix + address
}
