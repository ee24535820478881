import type { MemberRow } from '../../db/tables/members.ts'
import type { Context } from '../../http/handler.ts'
import { isDuplicate } from '../../http/failures.ts'
import { HttpError } from '../../http/http-error.ts'
import { isBannedAddress } from '../../moderation/banned-addresses.ts'
import { foldKey } from '../names/fold-key.ts'
import { findByEmail, lockMember, updateEmail } from '../store.ts'

/**
 * Gives the member the address that a link was mailed to. Returns the member as they were before, but with this address. Throws `link_expired` if
 * someone else has the address by now, or it is banned.
 */
export async function takeAddress(
  { db, deps, pool, now }: Pick<Context<'useToken'>, 'db' | 'deps' | 'pool' | 'now'>,
  id: number,
  address: string
): Promise<MemberRow> {
  const key = foldKey(address)
  const owner = await findByEmail(db, pool, key)
  if (owner && owner.id !== id) throw new HttpError('link_expired')
  if (await isBannedAddress(deps, db, { pool, address }, now)) throw new HttpError('link_expired')
  const before = await lockMember(db, id)
  const member = await updateEmail(db, id, { email: address, email_key: key }).catch((error: unknown) => {
    // Someone took it at the same moment.
    throw isDuplicate(error) ? new HttpError('link_expired') : error
  })
  return { ...(before ?? member), email: address }
}
