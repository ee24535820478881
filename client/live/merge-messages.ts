import type { Message } from '../../shared/api/chats.ts'

/**
 * Known messages of a conversation with others put in: each id once, in the order of their positions. What has been read
 * stays read, also when an answer asked for earlier comes in later.
 */
export function mergeMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of added) {
    const before = byId.get(message.id)
    byId.set(message.id, before?.read ? { ...message, read: true } : message)
  }
  return [...byId.values()].sort((a, b) => a.position - b.position)
}

/** Are messages missing between what is known and what begins at `position`? Positions have no gaps. */
export function leavesGap(known: readonly Message[], position: number): boolean {
  const last = known.at(-1)
  return last !== undefined && position > last.position + 1
}

/** Do the known messages before `position` reach up to it? True when there are none. What came live after it does not matter. */
export function isAttached(known: readonly Message[], position: number): boolean {
  const before = known.findLast((message) => message.position < position)
  return before === undefined || before.position === position - 1
}

/** Own messages up to `position` have been read by the other side. The same array when nothing changes. */
export function markReadUpTo(known: readonly Message[], position: number): readonly Message[] {
  if (!known.some((message) => message.mine && !message.read && message.position <= position)) return known
  return known.map((message) => (message.mine && message.position <= position ? { ...message, read: true } : message))
}
