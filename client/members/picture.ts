import type { MainImage } from '../../shared/api/members.ts'
import { useSite } from '../site/site.tsx'

/**
 * The address of a member's picture: `thumb` for lists, `full` for the profile. Null if there is none to show. If the operator configured a host for
 * pictures, it comes from there.
 */
export function usePicture(image: MainImage | null | undefined, size: 'thumb' | 'full' = 'thumb'): string | null {
  const { tenant } = useSite()
  if (!image) return null
  return tenant.cdn_prefix + (size === 'full' ? image.filename : image.thumb_filename)
}
