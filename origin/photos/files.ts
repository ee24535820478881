import type { Deps } from '../deps.ts'
import { inTransaction } from '../http/transaction.ts'
import { newPublicId } from '../db/public-id.ts'
import { photoKey } from './photo-key.ts'
import { VARIANTS, type Variant } from './present-image.ts'
import { deleteLoose, insertLoose, selectLoose } from './store.ts'

/** An upload that has not become a photo by then never will: its request is long over. In ms of business time. */
const GIVEN_UP = 3600 * 1000

type Stores = Pick<Deps, 'db' | 'media'>

/**
 * Puts the files of a photo to come into the store and gives its public id. They are noted as loose before: whatever
 * breaks off, also this process, a sweep removes them.
 */
export async function keepFiles({ db, media }: Stores, files: Record<Variant, Uint8Array>, now: Date): Promise<string> {
  const publicId = newPublicId()
  await insertLoose(db, publicId, new Date(now.getTime() + GIVEN_UP))
  for (const variant of VARIANTS) await media.put(photoKey(publicId, variant), files[variant])
  return publicId
}

/** Removes the files of a photo that is loose, and that note; of any other nothing. Returns whether it was. */
export async function removeFiles({ db, media }: Stores, publicId: string): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    // The note first: whoever makes a photo of these files takes the same row, and one of the two comes too late.
    if (!(await deleteLoose(trx, publicId))) return false
    for (const variant of VARIANTS) await media.delete(photoKey(publicId, variant))
    return true
  })
}

/** The same without waiting for it; what fails is left for the sweep. */
export function removeFilesSoon(deps: Stores & Pick<Deps, 'log'>, publicId: string): void {
  removeFiles(deps, publicId).catch((error: unknown) => deps.log.warn({ err: error }, 'files of a photo are left for the sweep'))
}

/** Removes the files of photos that are gone and of uploads that broke off; returns of how many. */
export async function removeLooseFiles(deps: Stores & Pick<Deps, 'now'>): Promise<number> {
  let count = 0
  for (const publicId of await selectLoose(deps.db, deps.now())) if (await removeFiles(deps, publicId)) count += 1
  return count
}
