import { isLocalHost } from '../../shared/tenants/hosts.ts'
import type { EdgeDeps } from '../deps.ts'

/** This machine and private networks: a container, a machine next to it. */
const NEARBY = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:|fe80:)/

/**
 * May a request use the tools of local mode? Both its host name and its address must be local: a local mode that is reachable from outside, by
 * mistake or through `HOST`, must not expose them.
 * @param ip according to the runtime; empty if it doesn't know, like workerd on this machine
 */
export function mayUseDevTools(url: URL, ip: string, { environment }: Pick<EdgeDeps, 'environment'>): boolean {
  return environment === 'local' && isLocalHost(url.hostname) && (ip === '' || NEARBY.test(ip))
}
