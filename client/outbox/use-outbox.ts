import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { MemberCard } from '../../shared/api/members.ts'
import { newIdempotencyKey } from '../api/call.ts'
import { useClock } from '../site/use-now.ts'
import type { Outbox } from './outbox.ts'
import type { PendingMessage } from './pending-message.ts'

/** The outbox of this page's member; null on the edge, and while the member is unknown. */
export const useOutbox = create<Outbox | null>(() => null)

/** The part of a message that the caller knows: the rest is added here. */
type Written = Pick<PendingMessage, 'content' | 'file' | 'replyTo' | 'credits' | 'toFictional'>

/** A message that was put into the outbox. */
interface Queued {
  clientId: string
  /** Resolves when it is stored on the device. */
  stored: Promise<void>
}

/** Puts a message to a member into the outbox; null while there is no outbox. */
export function useSend({ id: member, name }: Pick<MemberCard, 'id' | 'name'>): ((written: Written) => Queued) | null {
  const outbox = useOutbox()
  const clock = useClock()
  if (!outbox) return null
  return (written) => {
    const clientId = newIdempotencyKey()
    return { clientId, stored: outbox.add({ ...written, clientId, member, name, at: clock().toISOString() }) }
  }
}

/** Has a message to this member failed? It waits in its conversation, with the reason. */
export function useHasFailed(member: string | null): boolean {
  const outbox = useOutbox()
  const has = () => member !== null && !!outbox?.pending(member).some(({ failure }) => failure)
  return useSyncExternalStore(outbox?.subscribe ?? NEVER, has, () => false)
}

/** The newest pending message to each member who isn't among these, by public id. */
export function useUnlisted(listed: readonly (string | null)[]): PendingMessage[] {
  const outbox = useOutbox()
  const all = useSyncExternalStore(
    outbox?.subscribe ?? NEVER,
    () => outbox?.all() ?? NONE,
    () => NONE
  )
  return [...new Map(all.map((entry) => [entry.member, entry])).values()].filter(({ member }) => !listed.includes(member))
}

const NONE: readonly PendingMessage[] = []

/** Subscribes to nothing, while there is no outbox. */
export const NEVER = () => () => {}
