import { create } from 'zustand'

/** Repeated every TYPING_AGAIN while they write: after this time without a repetition, they have stopped. In ms. */
const LASTS = 6000
/** How often the other side is told that someone is writing, at most. In ms. */
export const TYPING_AGAIN = 4000

const useTypingStore = create<{ conversations: ReadonlySet<string> }>(() => ({ conversations: new Set() }))
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** The other side of a conversation is writing. */
export function startedTyping(conversation: string): void {
  clearTimeout(timers.get(conversation))
  timers.set(
    conversation,
    setTimeout(() => stoppedTyping(conversation), LASTS)
  )
  useTypingStore.setState(({ conversations }) => ({ conversations: new Set([...conversations, conversation]) }))
}

/** Their message is here, or they have stopped. */
export function stoppedTyping(conversation: string): void {
  clearTimeout(timers.get(conversation))
  if (!timers.delete(conversation)) return
  useTypingStore.setState(({ conversations }) => ({ conversations: new Set([...conversations].filter((one) => one !== conversation)) }))
}

/** Is the other side of this conversation writing? */
export function useTyping(conversation: string | null): boolean {
  return useTypingStore(({ conversations }) => conversation !== null && conversations.has(conversation))
}
