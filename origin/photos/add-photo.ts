import { photoLimit } from '../../shared/rules/photo-limit.ts'
import { lockMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import type { Db, MemberContext, Viewer } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { orRemoveFiles } from './files.ts'
import { resembled, type KeptPicture } from './keep-picture.ts'
import { claimLoose } from './loose-store.ts'
import { countPhotos, insertPhoto, settleMainPhoto } from './store.ts'

type Adding = Pick<MemberContext<'addPhoto'>, 'db' | 'deps' | 'viewer' | 'tenant' | 'pool' | 'now'>

/**
 * Makes a stored picture the member's last photo. It waits for a moderator, who is told why, if the tenant wants that, or if it looks like one that
 * was refused or belongs to someone banned. Throws `photo_limit`.
 */
export async function addPhoto(context: Adding & UnitOfWork, picture: KeptPicture): Promise<void> {
  await orRemoveFiles(context, [picture.publicId], () => insertKept(context, picture))
}

async function insertKept(context: Adding & UnitOfWork, { publicId, dhash }: KeptPicture): Promise<void> {
  const { db, viewer, tenant, now } = context
  const member = await lockMember(db, viewer.id)
  if (!member) throw new HttpError('authentication_required')
  await checkRoom(db, member)
  // The sweep has treated the files as those of an aborted upload.
  if (!(await claimLoose(db, publicId))) throw new HttpError('unavailable', { retryAfter: 1 })
  const resembles = await resembled(context, dhash)
  const waits = tenant.settings.photo_moderation === 'before' || resembles !== null
  await insertPhoto(db, { publicId, member: member.id, status: waits ? 'pending' : 'active', dhash, resembles, now })
  await settleMainPhoto(db, member.id)
  await announce(context, [{ to: member.id, type: 'photos_changed', data: {} }])
}

/** Throws `photo_limit` if the member has as many photos as they may. */
export async function checkRoom(db: Db, member: Pick<Viewer, 'id' | 'paid_user'>): Promise<void> {
  const limit = photoLimit({ paid: member.paid_user })
  if ((await countPhotos(db, member.id)) >= limit) throw new HttpError('photo_limit', { params: { limit } })
}
