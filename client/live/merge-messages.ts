import type { Message } from '../../shared/api/chats.ts'

/**
 * Merges messages into the known ones of a conversation: each id once, in the order of their positions. Messages once read stay read, even when the
 * answer to an earlier request arrives later.
 */
export function mergeMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of added) {
    const before = byId.get(message.id)
    byId.set(message.id, before?.read ? { ...message, read: true } : message)
  }
  return [...byId.values()].sort((a, b) => a.position - b.position)
}

/** Are messages missing between the first and the last? Positions have no gaps. */
export function hasGap(known: readonly Message[]): boolean {
  const [first, last] = [known[0], known.at(-1)]
  return first !== undefined && last !== undefined && last.position - first.position >= known.length
}

/** Do the known messages before `position` reach up to it? True when there are none. Live messages after it don't matter. */
export function isAttached(known: readonly Message[], position: number): boolean {
  const before = known.findLast((message) => message.position < position)
  return before === undefined || before.position === position - 1
}

/** The messages of one side (own ones, or the other's) have been read up to `position`. The same array when nothing changes. */
export function markReadUpTo(known: readonly Message[], position: number, mine: boolean): readonly Message[] {
  const isNewlyRead = (message: Message) => message.mine === mine && !message.read && message.position <= position
  return known.some(isNewlyRead) ? known.map((message) => (isNewlyRead(message) ? { ...message, read: true } : message)) : known
}
