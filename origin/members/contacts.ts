import type { Db } from '../http/handler.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { recordEvents } from '../events/record-event.ts'
import { lockMembers } from './lock-members.ts'
import { selectContacts, TIED_LISTS } from './ties.ts'

/** Locks a member and everybody who may have them in a list or on an open page. Returns those others. */
export async function lockWithContacts(db: Db, member: number): Promise<number[]> {
  const contacts = await selectContacts(db, member)
  await lockMembers(db, [member, ...contacts])
  return contacts
}

/** Tells members that somebody of theirs came, went, or is another one now: their lists and open pages are refetched. */
export async function tellContacts(unit: UnitOfWork, contacts: readonly number[]): Promise<void> {
  await recordEvents(
    unit,
    contacts.map((member) => ({
      member,
      type: 'changed' as const,
      data: { what: [...TIED_LISTS, 'members' as const] }
    }))
  )
}
