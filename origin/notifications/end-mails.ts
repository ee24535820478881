import { MAILED_KINDS, type MailedKind } from '../../shared/rules/news.ts'
import type { Db } from '../http/handler.ts'
import { addReason, deletePreferences, removeReason, preferencesOf, selectReasons, upsertPreferences } from './store.ts'

/** Ends mails of one kind. A member who has ended the last kind has unsubscribed from all of them, and pages say so. */
export async function endKind(db: Db, member: number, kind: MailedKind): Promise<void> {
  await upsertPreferences(db, member, { [kind]: 'never' })
  if (!(await wantsAny(db, member))) await endKinds(db, member)
}

/** Ends all mails about other members, once, however many were unsubscribed from. */
export async function endKinds(db: Db, member: number): Promise<void> {
  await removeReason(db, member, 'unsubscribe')
  await addReason(db, [member], 'unsubscribe')
}

/** Has the member ended mails of this kind? Null: all of them. */
export async function areEnded(db: Db, member: number, kind: MailedKind | null): Promise<boolean> {
  if ((await selectReasons(db, member)).includes('unsubscribe')) return true
  return kind !== null && (await preferencesOf(db, member))[kind] === 'never'
}

/** Reverses that: a member who had ended every kind gets the defaults again, otherwise the button would change nothing. */
export async function wantAgain(db: Db, member: number): Promise<void> {
  await removeReason(db, member, 'unsubscribe')
  if (!(await wantsAny(db, member))) await deletePreferences(db, member, MAILED_KINDS)
}

/** Does the member want mails of any kind? */
export async function wantsAny(db: Db, member: number): Promise<boolean> {
  const chosen = await preferencesOf(db, member)
  return MAILED_KINDS.some((kind) => chosen[kind] !== 'never')
}
