import { fieldError } from '../../shared/api/errors.ts'
import { UPLOAD_ANSWER } from '../../shared/api/endpoint.ts'
import type { Crop } from '../../shared/api/photos.ts'
import { photoLimit } from '../../shared/rules/photo-limit.ts'
import { lockMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Resembled } from '../db/tables/photos.ts'
import { announce } from '../events/announce.ts'
import type { Db, MemberContext, Viewer } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { createTurns } from '../http/turns.ts'
import { isBannedPicture } from '../moderation/banned-pictures.ts'
import { keepFiles, removeFilesSoon } from './files.ts'
import { makePicture } from './make-picture.ts'
import { UnreadablePhoto, type Picture } from './re-encode.ts'
import { claimLoose, countPhotos, insertPhoto, settleMainPhoto, wasRefused } from './store.ts'

/** The part of the edge's timeout reserved for storing the files and answering, in ms. */
const AFTERWARDS = 5_000
/** Two decoded pictures of 40 megapixels, each in a process of its own, are what a machine can afford. */
const inTurn = createTurns({ atOnce: 2, queueMax: 64, patience: UPLOAD_ANSWER - AFTERWARDS, takes: 900 })

type Adding = Pick<MemberContext<'addPhoto'>, 'db' | 'deps' | 'viewer' | 'tenant' | 'pool' | 'now'>

/** A re-encoded picture that is stored but not yet anyone's photo. */
export interface KeptPicture {
  publicId: string
  dhash: string
}

/**
 * Re-encodes a photo and stores its files, before any transaction. Throws errors for the member: too many photos, not a picture, too small, too
 * large; `unavailable` if no one would wait for the answer.
 * @param gone aborts when the caller is gone
 */
export async function keepPicture(
  { db, deps, viewer, now }: Adding,
  bytes: Uint8Array,
  crop?: Crop,
  gone?: AbortSignal
): Promise<KeptPicture> {
  const { files, dhash } = await inTurn(
    async () => {
      await checkRoom(db, viewer)
      return await tryToMake(bytes, crop)
    },
    { gone }
  )
  return { publicId: await keepFiles(deps, files, now), dhash }
}

/**
 * Makes a stored picture the member's last photo. It waits for a moderator if the tenant wants that, or if it looks like one that was refused or
 * belongs to someone banned. Throws `photo_limit`.
 */
export async function addPhoto(context: Adding & UnitOfWork, { publicId, dhash }: KeptPicture): Promise<void> {
  const { db, deps, viewer, tenant, pool, now } = context
  const member = await lockMember(db, viewer.id)
  if (!member) throw new HttpError('authentication_required')
  try {
    await checkRoom(db, member)
  } catch (error) {
    // On another connection, not awaited: this transaction is rolled back and others need its connection.
    removeFilesSoon(deps, publicId)
    throw error
  }
  // The sweep has treated the files as those of an aborted upload.
  if (!(await claimLoose(db, publicId))) throw new HttpError('unavailable', { retryAfter: 1 })
  const resembles = await resembled(context, { pool, dhash })
  const waits = tenant.settings.photo_moderation === 'before' || resembles !== null
  await insertPhoto(db, { publicId, member: member.id, status: waits ? 'pending' : 'active', dhash, resembles, now })
  await settleMainPhoto(db, member.id)
  await announce(context, [{ to: member.id, type: 'photos_changed', data: {} }])
}

/** Does the picture look like one that was refused, or like one of a banned member? A moderator then looks at it, and is told. */
async function resembled({ deps, db, now }: Adding, picture: { pool: string; dhash: string }): Promise<Resembled | null> {
  if (await isBannedPicture(deps, db, picture, now)) return 'banned'
  return (await wasRefused(db, picture.pool, picture.dhash)) ? 'refused' : null
}

async function checkRoom(db: Db, member: Pick<Viewer, 'id' | 'paid_user'>): Promise<void> {
  const limit = photoLimit({ paid: member.paid_user })
  if ((await countPhotos(db, member.id)) >= limit) throw new HttpError('photo_limit', { params: { limit } })
}

async function tryToMake(bytes: Uint8Array, crop: Crop | undefined): Promise<Picture> {
  try {
    return await makePicture(bytes, crop)
  } catch (error) {
    if (!(error instanceof UnreadablePhoto)) throw error
    const field = error.reason === 'crop' ? fieldError('crop', 'invalid') : fieldError('photo', `photo_${error.reason}`)
    throw new HttpError('invalid', { fields: [field] })
  }
}
