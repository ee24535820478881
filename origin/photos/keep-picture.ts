import { UPLOAD_ANSWER } from '../../shared/api/endpoint.ts'
import type { Resembled } from '../db/tables/photos.ts'
import type { MemberContext } from '../http/handler.ts'
import { invalidField } from '../http/http-error.ts'
import { createTurns } from '../http/turns.ts'
import { isBannedPicture } from '../moderation/banned-pictures.ts'
import { keepFiles } from './files.ts'
import { makePicture } from './make-picture.ts'
import { UnreadablePhoto, type Making, type Picture } from './re-encode.ts'
import { wasRefused } from './refused-pictures.ts'

/** The part of the edge's timeout reserved for storing the files and answering, in ms. */
const AFTERWARDS = 5_000
/** Two decoded pictures of 40 megapixels, each in a process of its own, are what a machine can afford. */
const inTurn = createTurns({ atOnce: 2, queueMax: 64, patience: UPLOAD_ANSWER - AFTERWARDS, takes: 900 })

/** A re-encoded picture that is stored but not yet anyone's photo. */
export interface KeptPicture {
  publicId: string
  dhash: string
  /** Its width by its height. */
  ratio: number
}

/**
 * Re-encodes a picture and stores its files, before any transaction. Throws errors for the member: not a picture, too small, too large;
 * `unavailable` if no one would wait for the answer; and whatever `check` throws, which is called when it is the picture's turn.
 * @param whole nothing is cut off when it is shown small
 * @param gone aborts when the caller is gone
 */
export async function keepPicture(
  { deps, now }: Pick<MemberContext<'addPhoto'>, 'deps' | 'now'>,
  bytes: Uint8Array,
  { check, gone, ...how }: { check: () => Promise<unknown>; gone?: AbortSignal | undefined } & Making
): Promise<KeptPicture> {
  const { files, dhash, ratio } = await inTurn(
    async () => {
      await check()
      return await tryToMake(bytes, how)
    },
    { gone }
  )
  return { publicId: await keepFiles(deps, files, now), dhash, ratio }
}

/** Does the picture look like one that was refused, or like one of a banned member? */
export async function resembled(
  { deps, db, now, pool }: Pick<MemberContext<'addPhoto'>, 'deps' | 'db' | 'now' | 'pool'>,
  dhash: string
): Promise<Resembled | null> {
  if (await isBannedPicture(deps, db, { pool, dhash }, now)) return 'banned'
  return (await wasRefused(deps, db, { pool, dhash })) ? 'refused' : null
}

async function tryToMake(bytes: Uint8Array, how: Making): Promise<Picture> {
  try {
    return await makePicture(bytes, how)
  } catch (error) {
    if (!(error instanceof UnreadablePhoto)) throw error
    throw error.reason === 'crop' ? invalidField('crop', 'invalid') : invalidField('photo', `photo_${error.reason}`)
  }
}
