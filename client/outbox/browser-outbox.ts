import type { QueryClient } from '@tanstack/react-query'
import { attempt } from '../api/call.ts'
import { askBeforeLeaving } from '../session/ask-before-leaving.ts'
import { isSessionOver } from '../session/session-end.ts'
import { whenUser } from '../session/when-user.ts'
import { takeMessage } from '../live/apply-event.ts'
import { OUTBOX_PREFIX } from '../session/device-keys.ts'
import { createOutbox } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import type { PendingMessage, Sent } from './pending-message.ts'
import { useOutbox } from './use-outbox.ts'

/** An attempt without an answer after this time is repeated with the same key. In ms. */
const ATTEMPT_MS = 20_000
/** A picture has more time: as if the line took at least this many bytes a ms. */
const SLOWEST = 50

/** Opens the member's outbox and sends what an earlier page could not. */
export function startOutbox(queryClient: QueryClient): void {
  whenUser(queryClient, (user) => {
    const name = OUTBOX_PREFIX + user.id
    const outbox = createOutbox({
      store: outboxStore(user.id),
      send,
      onSent: (member, sent) => takeMessage(queryClient, { ...sent, profile_id: member }),
      async exclusively(work) {
        if ('locks' in navigator) await navigator.locks.request(name, work)
        else await work()
      },
      connect(listener) {
        if (typeof BroadcastChannel !== 'function') return () => {}
        const channel = new BroadcastChannel(name)
        channel.addEventListener('message', ({ data }) => listener(data))
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        return (note) => channel.postMessage(note)
      },
      online: () => navigator.onLine && !isSessionOver(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: () => Date.now()
    })
    addEventListener('online', () => outbox.connectionChanged())
    addEventListener('offline', () => outbox.connectionChanged())
    // Without storage a pending message would be lost.
    askBeforeLeaving(outbox.subscribe, outbox.atRisk)
    outbox.connectionChanged()
    useOutbox.setState(outbox, true)
  })
}

/** One attempt, to the endpoint of what it is. */
function send({ clientId, member, content, file, credits = 0, toFictional = false, replyTo }: PendingMessage): Promise<Sent | false> {
  const once = { idempotencyKey: clientId, signal: AbortSignal.timeout(ATTEMPT_MS + (file?.size ?? 0) / SLOWEST) }
  if (content.type === 'photo') return attempt('sendPhoto', { ...once, query: { member, credits: String(credits) }, file })
  const agreed = { member, credits, to_fictional: toFictional }
  if (content.type === 'gift') return attempt('sendGift', { ...once, body: { ...agreed, gift: content.gift, note: content.note ?? '' } })
  return attempt('sendMessage', { ...once, body: { ...agreed, text: content.text, ...(replyTo !== undefined && { reply_to: replyTo }) } })
}
