import type { Db } from '../http/handler.ts'

/** Stores words that are new, in the order of their hashes, so that two simultaneous sign-ups can't deadlock. */
export async function insertWords(db: Db, words: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const known = await db
    .selectFrom('consent_words')
    .select('hash')
    .where('hash', 'in', [...words.keys()])
    .execute()
  const missing = [...words].filter(([hash]) => !known.some((row) => row.hash === hash)).sort(([one], [other]) => (one < other ? -1 : 1))
  if (missing.length === 0) return
  await db
    .insertInto('consent_words')
    .values(missing.map(([hash, text]) => ({ hash, words: text, first_at: now })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** The words that a member's consents refer to, by hash. */
export async function selectWords(db: Db, consent: Record<string, unknown>): Promise<Record<string, string>> {
  const hashes = JSON.stringify(consent).match(/\b[0-9a-f]{64}\b/g) ?? []
  if (hashes.length === 0) return {}
  const rows = await db.selectFrom('consent_words').select(['hash', 'words']).where('hash', 'in', hashes).execute()
  return Object.fromEntries(rows.map(({ hash, words }) => [hash, words]))
}
