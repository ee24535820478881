import type { Db } from '../http/handler.ts'
import { recordEvents, type Recording } from '../events/record-event.ts'
import { lockMembers } from './lock-members.ts'
import { selectContacts } from './store.ts'

/** Locks a member and everybody who may have them in a list: who likes or is liked, who shares a conversation. Returns those others. */
export async function lockWithContacts(db: Db, member: number): Promise<number[]> {
  const contacts = await selectContacts(db, member)
  await lockMembers(db, [member, ...contacts])
  return contacts
}

/** Tells members that somebody of theirs came, went, or is another one now: their lists and open pages are asked anew. */
export async function tellContacts(recording: Recording, contacts: readonly number[]): Promise<void> {
  await recordEvents(
    recording,
    contacts.map((member) => ({
      member,
      type: 'changed' as const,
      data: { what: ['chats' as const, 'likes' as const, 'members' as const] }
    }))
  )
}
