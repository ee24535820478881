import { isLeftOfDay } from '../accounts/daily-quota.ts'
import type { Db } from '../http/handler.ts'
import { copyPhoto } from '../photos/files.ts'
import { claimAllLoose } from '../photos/loose-store.ts'
import { photosSent, selectReported } from './evidence.ts'
import { findReported } from './find-reported.ts'
import { DAY_MAX, digestOf, quotaOf, type Reporting } from './reporting.ts'
import { findByDigest } from './store.ts'

/** Photos and their copies, made before the transaction. */
export interface Copied {
  /** The photo that the report is about. */
  photo: string | null
  /** Copies of it, and of those that the reported member has sent in the conversation, by the public id of the original. */
  copies: ReadonlyMap<string, string>
}

/** Copies the photos of a report, unless it was filed before or will be refused. Throws `not_found` like the report itself. */
export async function copyPhotos(context: Reporting): Promise<Copied> {
  const { db, deps, viewer, now } = context
  const reported = await findReported(context)
  const { photo, conversation, message } = reported
  const isNew = !(await findByDigest(db, digestOf(context, reported))) && (await isLeftOfDay(context, quotaOf(viewer), DAY_MAX))
  if (!isNew) return { photo: null, copies: new Map() }
  const sent = conversation ? photosSent(await selectReported(db, conversation, message), viewer.id) : []
  const originals = [...new Set(photo === null ? sent : [photo, ...sent])]
  const made = await Promise.all(originals.map(async (of) => [of, await copyPhoto(deps, of, now)] as const))
  return { photo, copies: new Map(made.flatMap(([of, copy]) => (copy === null ? [] : [[of, copy]]))) }
}

/** Those of these copies that now belong to the report: a sweep may have deleted some if the transaction waited for very long. */
export async function claimCopies(db: Db, { copies }: Copied, originals: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...copies].filter(([of]) => originals.includes(of))
  const claimed = await claimAllLoose(
    db,
    wanted.map(([, copy]) => copy)
  )
  return new Map(wanted.filter(([, copy]) => claimed.has(copy)))
}
