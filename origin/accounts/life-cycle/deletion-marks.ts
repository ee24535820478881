import { keptSince } from '../../../shared/rules/retention.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../jobs/each-alone.ts'
import { selectMarks, removeMark } from './store.ts'

/** What the media store knows of a deletion, by a name alone: it says neither who the member was nor anything about them. */
export interface DeletionMark {
  public_id: string
  deleted_at: Date
  /** The member has come back since. */
  returned: boolean
}

/** The folder of the marks in a media store. */
export const MARKS = 'deletions'

const EMPTY = new Uint8Array()
const NAME = /^(\d{13})\.([\w-]+)(\.returned)?$/

/** The key of a mark. Keys of older deletions come first. */
export function markKey({ public_id: id, deleted_at: at, returned }: DeletionMark): string {
  return `${MARKS}/${String(at.getTime()).padStart(13, '0')}.${id}${returned ? '.returned' : ''}`
}

/** The mark with this key, or with this name in the folder; null for any other file. */
export function readMark(key: string): DeletionMark | null {
  const [, at, id = '', returned] = NAME.exec(key.replace(`${MARKS}/`, '')) ?? []
  return at === undefined ? null : { public_id: id, deleted_at: new Date(Number(at)), returned: returned !== undefined }
}

/** Puts an empty file with this name into the store. */
export async function putMark(media: Deps['media'], mark: DeletionMark): Promise<void> {
  await media.put(markKey(mark), EMPTY)
}

/** Writes the marks that the media store lacks; returns how many. */
export async function writeDeletionMarks(deps: Pick<Deps, 'db' | 'media' | 'log'>): Promise<number> {
  return await eachAlone(deps, await selectMarks(deps.db), async (mark) => {
    await putMark(deps.media, mark)
    // One that is written late by another process does no harm: that of the return counts.
    if (mark.returned) await deps.media.delete(markKey({ ...mark, returned: false }))
    await removeMark(deps.db, mark)
    return true
  })
}

/** Deletes the marks that are older than every backup they could be needed for; returns how many. */
export async function purgeDeletionMarks({ media, now }: Pick<Deps, 'media' | 'now'>): Promise<number> {
  const before = keptSince('deletion', now())
  let count = 0
  for await (const key of media.list(MARKS)) {
    const mark = readMark(key)
    if (!mark) continue
    if (mark.deleted_at > before) break
    await media.delete(key)
    count += 1
  }
  return count
}
