import type { MainImage } from '../../shared/api/members.ts'
import { useSite } from '../site/site.tsx'

/**
 * The address of a member's picture: `thumb` for lists, `full` for the profile. Null where there is none to show. Full size is
 * always on the own host: only there the session comes along that opens it.
 */
export function usePicture(image: MainImage | null | undefined, size: 'thumb' | 'full' = 'thumb'): string | null {
  const { tenant } = useSite()
  if (!image) return null
  return size === 'full' ? image.filename : tenant.cdn_prefix + image.thumb_filename
}
