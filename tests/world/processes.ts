import { createListener } from '../../origin/db/listener.ts'
import type { Deps } from '../../origin/deps.ts'
import { createEventHub, type EventHub } from '../../origin/events/hub.ts'
import { followTenants } from '../../origin/settings/follow-tenants.ts'

/** The hub of another process on the database at `url`; closing it ends its connection too. */
export function hubAt(url: string): Omit<EventHub, 'close'> & { close(): Promise<void> } {
  const listener = createListener(url)
  const hub = createEventHub(listener)
  return {
    ...hub,
    close: async () => {
      hub.close()
      await listener.close()
    }
  }
}

/** Has tenants follow what other processes publish, as a started origin does. Returns the way to stop. */
export function follow(deps: Pick<Deps, 'tenants' | 'log'>, url: string): () => Promise<void> {
  const listener = createListener(url)
  followTenants(deps, listener)
  return () => listener.close()
}
