import type { Db } from '../http/handler.ts'
import { inSavepoint } from '../db/in-savepoint.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from './lock-members.ts'
import { selectContacts } from './ties.ts'

/**
 * Locks a member and everyone who may have them in a list or on an open page. Returns the others. Once the member is locked, no one can be added: if
 * someone was added while this waited, it releases the locks and begins again, since all must be taken in order.
 */
export async function lockWithContacts(db: Db, member: number): Promise<number[]> {
  for (;;) {
    const contacts = await selectContacts(db, member)
    try {
      await inSavepoint(db, async () => await lockAll(db, member, contacts))
      return contacts
    } catch (error) {
      if (!(error instanceof Outdated)) throw error
    }
  }
}

/** Someone has been added to a member's contacts since they were read. */
class Outdated extends Error {}

async function lockAll(db: Db, member: number, contacts: readonly number[]): Promise<void> {
  await lockMembers(db, [member, ...contacts])
  const known = new Set(contacts)
  if ((await selectContacts(db, member)).some((id) => !known.has(id))) throw new Outdated()
}

/** Tells members that one of their contacts came, left, or is shown differently: their lists and open pages are refetched. */
export async function tellContacts(unit: UnitOfWork, contacts: readonly number[]): Promise<void> {
  await announce(
    unit,
    contacts.map((to) => ({ to, type: 'contacts_changed', data: {} }))
  )
}
