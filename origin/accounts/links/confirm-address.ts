import type { MemberRow } from '../../db/tables/members.ts'
import type { Context } from '../../http/handler.ts'
import { isDuplicate } from '../../http/failures.ts'
import { HttpError } from '../../http/http-error.ts'
import { ageToProve } from '../../members/proven-age.ts'
import { isBannedAddress } from '../../moderation/banned-addresses.ts'
import { mailWhatWaited } from '../../moderation/mail-what-waited.ts'
import { detachSavedMethods } from '../../payments/detach-saved-methods.ts'
import { homeOf } from '../account-mails.ts'
import { isOwnBrowser, type LinkPassword } from './link-password.ts'
import { endSessions } from '../sessions/sessions.ts'
import { openProfile } from '../life-cycle/store.ts'
import { confirmMember, updatePassword } from '../store.ts'
import { endTokens } from './tokens.ts'

type Confirming = Pick<Context<'activate'>, 'db' | 'deps' | 'tenant' | 'now' | 'afterCommit' | 'viewer' | 'sessionHash' | 'cookies'>

/**
 * The owner of the address has used a link from our mail: the address is confirmed, and the profile is shown as soon as nothing else is missing. The
 * first time, the account may have been created by someone else: it gets the password that came with the link, and every other session and link ends.
 * Saved cards and mandates are kept only if the link was used in the browser that signed up or is logged in.
 * Returns false if there was nothing to confirm. Throws `link_expired` if another member has confirmed the address, or it is banned.
 * @param member as it was before the link was used
 */
export async function confirmAddress(
  context: Confirming,
  member: MemberRow,
  { token, password }: { token: string; password: LinkPassword | null }
): Promise<boolean> {
  const { db, deps, now, viewer, sessionHash } = context
  if (member.claimed_key !== null && (await isBannedAddress(deps, db, { pool: member.pool, address: member.email }, now)))
    throw new HttpError('link_expired')
  const confirmed = await confirmMember(db, member.id).catch((error: unknown) => {
    throw isDuplicate(error) ? new HttpError('link_expired') : error
  })
  if (!confirmed) return false
  if (member.claimed_key !== null) {
    if (password) await updatePassword(db, member.id, password.hash)
    if (!(await isOwnBrowser(context, member))) await detachSavedMethods(db, member.id)
    await endSessions(db, member.id, viewer?.id === member.id ? sessionHash : null)
    await endTokens(context, member.id, token)
    await mailWhatWaited({ ...context, tenant: homeOf(context, member) }, { ...member, claimed_key: null, status: 'confirmed' })
  }
  await openProfile(db, member.id, { provenOver: ageToProve(context, member) })
  return true
}
