import type { QueryClient } from '@tanstack/react-query'
import { POLLED_QUERIES } from '../../shared/routes/queries.ts'
import { keyOf } from '../api/queries.ts'
import { write } from '../api/call.ts'
import { whenUser } from '../session/when-user.ts'
import { browserDevice } from './browser-device.ts'
import { closeSeenNotes } from './close-notes.ts'
import { createPushEngine } from './push-engine.ts'
import { type PushedNote, usePush } from '../state/push.ts'

/**
 * Checks whether this device is subscribed, and renews it if the member wants push. Doesn't prompt the member.
 * @param key the site's public key; null while it is unknown
 */
export function startPush(queryClient: QueryClient, key: string | null): void {
  const device = browserDevice()
  if (!device || key === null) return usePush.setState({ subscription: false })
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Partial<PushedNote> & { type?: string }>) => {
    if (data?.type !== 'pushed') return
    usePush.setState({ lastMessage: { kind: data.kind ?? '', badge: data.badge ?? null } })
    // A push is also news for the open page.
    for (const question of POLLED_QUERIES) void queryClient.invalidateQueries({ queryKey: keyOf(question) })
  })
  closeSeenNotes(queryClient)
  whenUser(queryClient, ({ id }) => {
    const engine = createPushEngine({
      device,
      server: {
        save: (subscription) => write('subscribePush', { subscription }),
        forget: (endpoint) => write('unsubscribePush', { endpoint })
      },
      member: id,
      key,
      show: (subscription) => usePush.setState({ subscription, isSubscribed: typeof subscription === 'object' })
    })
    usePush.setState({ capability: true, subscribe: () => engine.subscribe(), unsubscribe: () => engine.unsubscribe() })
    void engine.start()
  })
}
