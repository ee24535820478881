import type { Photos } from '../../shared/api/photos.ts'
import { photoLimit } from '../../shared/rules/photo-limit.ts'
import type { MemberContext } from '../http/handler.ts'
import { presentImage } from './present-image.ts'
import { selectOwnPhotos } from './store.ts'

/** The member's photos as they see them. */
export async function presentPhotos({
  db,
  deps,
  viewer,
  tenant
}: Pick<MemberContext<'listPhotos'>, 'db' | 'deps' | 'viewer' | 'tenant'>): Promise<Photos> {
  const rows = await selectOwnPhotos(db, viewer.id)
  return {
    photos: rows.map((row) => ({ ...presentImage(deps, row, viewer.public_id, 'full'), id: row.public_id, main: row.isMain })),
    limit: photoLimit({ paid: viewer.paid_user }),
    moderation: tenant.settings.photo_moderation
  }
}
