import { accountMay, isErasable } from '../../../shared/rules/account-state.ts'
import { poolOf } from '../../../shared/tenants/schema.ts'
import { leaveConversations, removePlaceholders, selectPartners } from '../../chats/removal-store.ts'
import { eraseComplaintsOf } from '../../complaints/store.ts'
import { takeLeftCredits } from '../../credits/take-left-credits.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import { inUnitOfWork } from '../../db/unit-of-work.ts'
import type { Deps } from '../../deps.ts'
import { deleteEventsOf } from '../../events/store.ts'
import type { Db } from '../../http/handler.ts'
import { deleteAnswers } from '../../http/idempotency.ts'
import { eachAlone } from '../../jobs/each-alone.ts'
import { deleteMailsTo } from '../../mails/queue-mail.ts'
import { lockWithContacts, tellContacts } from '../../members/contacts.ts'
import { keepBannedAddress } from '../../moderation/banned-addresses.ts'
import { keepBannedPictures } from '../../moderation/banned-pictures.ts'
import { foldKey } from '../names/fold-key.ts'
import { insertPlaceholder, removeMember, selectErasable } from './store.ts'
import { isUsedByOthers, lockMember } from '../store.ts'
import { mailedAddresses } from '../links/tokens.ts'

/**
 * Erases the members who can no longer come back, each in its own transaction; returns how many. All that remains is an empty placeholder in
 * conversations that others still have, without name or messages, the ledger, which only contains numbers, and that there were complaints.
 */
export async function eraseMembers(deps: Deps): Promise<number> {
  const now = deps.now()
  return await eachAlone(deps, await selectErasable(deps.db, now), (id) => erase(deps, { id, now }))
}

async function erase(deps: Deps, { id, now }: { id: number; now: Date }): Promise<boolean> {
  return await inUnitOfWork(deps, async (unit) => {
    const { db } = unit
    const contacts = await lockWithContacts(db, id)
    const member = await lockMember(db, id)
    // Another process has erased the member, or the member has come back.
    if (!member || !isErasable(member, now)) return false
    await deleteTraces(deps, db, member, contacts)
    // Before the conversations go, and the photos in them.
    if (member.deleted_status && accountMay(member.deleted_status, 'keep_mailbox')) {
      await keepBannedAddress(deps, db, member, now)
      await keepBannedPictures(deps, db, member, now)
    }
    const partners = await selectPartners(db, id)
    await leaveConversations(db, id, partners, partners.length > 0 ? await insertPlaceholder(db, member, now) : null)
    await takeLeftCredits(db, member, now)
    await eraseComplaintsOf(db, id, now)
    await removeMember(db, id)
    await tellContacts(unit, contacts)
    await removePlaceholders(db, contacts)
    return true
  })
}

/** Deletes the rows that mention a member by address or public id instead of referencing their row. */
async function deleteTraces(deps: Deps, db: Db, member: MemberRow, contacts: readonly number[]): Promise<void> {
  const sites = deps.tenants.all().filter(({ settings }) => poolOf(settings) === member.pool)
  const addresses = await withoutOthers(db, member, [member.email, ...(await mailedAddresses(db, member.id))])
  await deleteMailsTo(
    db,
    addresses,
    sites.map(({ settings }) => settings.id)
  )
  await deleteAnswers(db, member.public_id)
  await deleteEventsOf(db, member.id, contacts)
}

/** The addresses that no other account of the pool has: mails to these belong to the member, no matter who else entered the address. */
async function withoutOthers(db: Db, member: MemberRow, addresses: readonly string[]): Promise<string[]> {
  const others = await Promise.all(addresses.map((address) => isUsedByOthers(db, member, foldKey(address))))
  return addresses.filter((_, index) => !others[index])
}
