import type { Deps } from '../deps.ts'
import { newPublicId } from '../db/public-id.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { callStore } from './call-store.ts'
import { photoKey } from './photo-key.ts'
import { VARIANTS, type Variant } from './present-image.ts'
import { deleteLoose, giveUpLoose, insertLoose, selectLoose } from './store.ts'

/** An upload that has not become a photo by then never will: its request is long over. In ms of business time. */
const GIVEN_UP = 3600 * 1000

type Stores = Pick<Deps, 'db' | 'media'>

/**
 * Puts the files of a photo to come into the store and gives its public id. They are noted as loose before: whatever
 * breaks off, also this process, a sweep removes them. Throws `StorageUnavailable`.
 */
export async function keepFiles({ db, media }: Stores, files: Record<Variant, Uint8Array>, now: Date): Promise<string> {
  const publicId = newPublicId()
  await insertLoose(db, publicId, new Date(now.getTime() + GIVEN_UP))
  for (const variant of VARIANTS) await callStore(media.put(photoKey(publicId, variant), files[variant]))
  return publicId
}

/**
 * Removes the files of a photo that is loose, and that note; of any other nothing. Returns whether it was. No transaction is
 * open meanwhile: the store may be slow, and the connections are few.
 */
async function removeFiles({ db, media }: Stores, publicId: string): Promise<boolean> {
  // Given up first: making a photo of these files takes the same row, and one of the two comes too late.
  if (!(await giveUpLoose(db, publicId))) return false
  for (const variant of VARIANTS) await media.delete(photoKey(publicId, variant))
  await deleteLoose(db, publicId)
  return true
}

/** The same without waiting for it; what fails is left for the sweep. */
export function removeFilesSoon(deps: Stores & Pick<Deps, 'log'>, publicId: string): void {
  removeFiles(deps, publicId).catch((error: unknown) => deps.log.warn({ err: error }, 'files of a photo are left for the sweep'))
}

/** Removes the files of photos that are gone and of uploads that broke off; returns of how many. */
export async function removeLooseFiles(deps: Stores & Pick<Deps, 'now' | 'log'>): Promise<number> {
  return await eachAlone(deps, await selectLoose(deps.db, deps.now()), (publicId) => removeFiles(deps, publicId))
}
