import type { Db } from '../http/handler.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from './lock-members.ts'
import { selectContacts } from './ties.ts'

/** Locks a member and everyone who may have them in a list or on an open page. Returns the others. */
export async function lockWithContacts(db: Db, member: number): Promise<number[]> {
  const contacts = await selectContacts(db, member)
  await lockMembers(db, [member, ...contacts])
  return contacts
}

/** Tells members that one of their contacts came, left, or was replaced: their lists and open pages are refetched. */
export async function tellContacts(unit: UnitOfWork, contacts: readonly number[]): Promise<void> {
  await announce(
    unit,
    contacts.map((to) => ({ to, type: 'contacts_changed', data: {} }))
  )
}
