import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { MemberCard } from '../../shared/api/members.ts'
import type { PendingMessage } from '../outbox/pending-message.ts'
import { NEVER, useOutbox, useSend } from '../outbox/use-outbox.ts'

export type Written = Parameters<NonNullable<ReturnType<typeof useSend>>>[0]

/** Sends a gift through the outbox, and says what becomes of it. One that was refused leaves the outbox: the choice is shown again, with the reason. */
export function useGiving(to: Pick<MemberCard, 'id' | 'name'>, onRefused: () => void) {
  const outbox = useOutbox()
  const { id: member } = to
  const send = useSend(to)
  const [key, setKey] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<PendingMessage['failure']>(null)
  const find = () => outbox?.pending(member).find(({ clientId }) => clientId === key)
  const entry = useSyncExternalStore(outbox?.subscribe ?? NEVER, find, () => undefined)
  const refused = entry?.failure?.passing === false ? entry : null
  const takeBack = useEffectEvent(onRefused)
  useEffect(() => {
    if (!refused) return
    outbox?.discard(refused.clientId)
    setRefusal(refused.failure)
    setKey(null)
    takeBack()
  }, [outbox, refused])
  return {
    state: key === null || refused ? ('choosing' as const) : stateOf(entry, outbox?.online()),
    refusal,
    /** Null while there is no outbox. */
    give: send && ((written: Written) => setKey(send(written).clientId)),
    retry: () => key && outbox?.retry(key)
  }
}

function stateOf(entry: PendingMessage | undefined, online: boolean | undefined): 'sending' | 'waiting' | 'failed' | 'sent' {
  if (!entry) return 'sent'
  return entry.failure ? 'failed' : online ? 'sending' : 'waiting'
}
