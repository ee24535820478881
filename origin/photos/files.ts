import type { Deps } from '../deps.ts'
import { newPublicId } from '../db/public-id.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { HttpError } from '../http/http-error.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { callStore } from './call-store.ts'
import { photoKey } from './photo-key.ts'
import { VARIANTS, type Variant } from './present-image.ts'
import { deleteLoose, giveUpLoose, insertLoose, selectLoose } from './loose-store.ts'

/** An upload that hasn't become a photo after this long never will: its request ended long ago. In ms of business time. */
const GIVEN_UP = 3600 * 1000

type Stores = Pick<Deps, 'db' | 'media'>

/**
 * Stores the files of a future photo and returns its public id. They are registered as loose first: if anything fails, including this process, a
 * sweep deletes them. Throws `StorageUnavailable`.
 */
export async function keepFiles({ db, media }: Stores, files: Record<Variant, Uint8Array>, now: Date): Promise<string> {
  const publicId = newPublicId()
  await insertLoose(db, publicId, new Date(now.getTime() + GIVEN_UP))
  for (const variant of VARIANTS) await callStore(media.put(photoKey(publicId, variant), files[variant]))
  return publicId
}

/**
 * Copies a photo at full size and returns the copy's public id; null if the file doesn't exist. The copy is loose until it belongs to something, as
 * in
 * `keepFiles`.
 */
export async function copyPhoto({ db, media }: Stores, photo: string, now: Date): Promise<string | null> {
  const bytes = await callStore(media.get(photoKey(photo, 'full')))
  if (!bytes) return null
  const copy = newPublicId()
  await insertLoose(db, copy, new Date(now.getTime() + GIVEN_UP))
  await callStore(media.put(photoKey(copy, 'full'), bytes))
  return copy
}

/**
 * Deletes the files of a loose photo, and its registration; does nothing for any other. Returns whether it was loose. No transaction is open
 * meanwhile: the store may be slow, and connections are few.
 */
async function removeFiles({ db, media }: Stores, publicId: string): Promise<boolean> {
  // Given up first: turning these files into a photo takes the same row, so only one of the two succeeds.
  if (!(await giveUpLoose(db, publicId))) return false
  for (const variant of VARIANTS) await media.delete(photoKey(publicId, variant))
  await deleteLoose(db, publicId)
  return true
}

/** What is being removed, by database. */
const removals = new WeakMap<Deps['db'], Promise<void>>()

/** The same without waiting for it; failures are left for the sweep. */
export function removeFilesSoon(deps: Stores & Pick<Deps, 'log'>, publicId: string): void {
  const removal = removeFiles(deps, publicId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'files of a photo are left for the sweep')
  )
  removals.set(
    deps.db,
    Promise.all([removals.get(deps.db), removal]).then(() => {})
  )
}

/**
 * Runs work that claims loose photos, and then removes the files of those that it didn't claim: a member who is refused again and again must not
 * fill the store until the sweep comes.
 */
export async function orRemoveFiles<T>(
  { deps, afterCommit }: UnitOfWork,
  publicIds: readonly string[],
  work: () => Promise<T>
): Promise<T> {
  const removeSoon = () => {
    for (const publicId of publicIds) removeFilesSoon(deps, publicId)
  }
  afterCommit(removeSoon)
  try {
    return await work()
  } catch (error) {
    // Not awaited: it waits for this transaction, which may have taken them. After any other error the transaction may run again.
    if (error instanceof HttpError) removeSoon()
    throw error
  }
}

/** Resolves when everything that was to be removed soon has been. */
export async function removalsIdle({ db }: Pick<Deps, 'db'>): Promise<void> {
  await removals.get(db)
}

/** Deletes the files of deleted photos and aborted uploads; returns of how many. */
export async function removeLooseFiles(deps: Stores & Pick<Deps, 'now' | 'log'>): Promise<number> {
  return await eachAlone(deps, await selectLoose(deps.db, deps.now()), (publicId) => removeFiles(deps, publicId))
}
