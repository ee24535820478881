import type { Listener } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import { TENANTS_CHANNEL } from './store.ts'

/** Serves what other processes publish as soon as they do, and reloads everything after the connection broke. */
export function followTenants({ tenants, log }: Pick<Deps, 'tenants' | 'log'>, listener: Listener): void {
  const reload = (tenant?: string) => {
    tenants.reload(tenant).catch((error: Error) => log.warn({ message: error.message }, 'the tenants could not be read'))
  }
  listener.on(TENANTS_CHANNEL, reload, reload)
}
