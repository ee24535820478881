import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import type { MemberContext } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { removeFilesSoon } from './files.ts'
import { deleteOwnPhoto, selectOwnPhotos, settleMainPhoto, updatePositions } from './store.ts'

type Arranging = Pick<MemberContext<'arrangePhotos'>, 'db' | 'deps' | 'viewer' | 'now' | 'afterCommit'> & UnitOfWork

/** Puts the named photos first, in this order. Throws `not_found` for one that is not the member's. */
export async function arrangePhotos(context: Arranging, named: readonly string[]): Promise<void> {
  const { db, viewer } = context
  await lockMembers(db, [viewer.id])
  const own = (await selectOwnPhotos(db, viewer.id)).map((photo) => photo.public_id)
  if (named.some((id) => !own.includes(id))) throw notFound()
  const order = [...new Set([...named, ...own])]
  if (order.every((id, index) => id === own[index])) return
  await updatePositions(db, viewer.id, order)
  await settle(context)
}

/** Deletes a photo of the member, its files after the commit. Throws `not_found`. */
export async function deletePhoto(context: Arranging, publicId: string): Promise<void> {
  const { db, deps, viewer } = context
  await lockMembers(db, [viewer.id])
  if (!(await deleteOwnPhoto(db, viewer.id, publicId))) throw notFound()
  await settle(context)
  context.afterCommit(() => removeFilesSoon(deps, publicId))
}

async function settle(context: Arranging): Promise<void> {
  const { db, viewer } = context
  await settleMainPhoto(db, viewer.id)
  await announce(context, [{ to: viewer.id, type: 'photos_changed', data: {} }])
}
