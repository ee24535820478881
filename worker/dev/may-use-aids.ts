import { isLocalHost } from '../../shared/tenants/hosts.ts'
import type { EdgeDeps } from '../deps.ts'

/** This machine and the networks that the internet does not route: a container, a machine beside it. */
const NEARBY = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:|fe80:)/

/**
 * May a request use the aids of local mode? Its name and its address must both be near: a local mode that is reached from outside, by mistake or
 * through `HOST`, has nothing to give away.
 * @param ip as the runtime knows it; empty: it knows none, as workerd on this machine
 */
export function mayUseAids(url: URL, ip: string, { environment }: Pick<EdgeDeps, 'environment'>): boolean {
  return environment === 'local' && isLocalHost(url.hostname) && (ip === '' || NEARBY.test(ip))
}
