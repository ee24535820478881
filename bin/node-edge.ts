import { existsSync } from 'node:fs'
import type * as NodeEdgeModule from '../worker/node/node.ts'
import { UsageError } from './operator/usage-error.ts'
import type { Environment } from './settings.ts'

/** The built edge: pages are JSX, which Node can't run directly. */
export async function loadNodeEdge(dist: string): Promise<typeof NodeEdgeModule> {
  if (!existsSync(`${dist}/node/edge.js`)) throw new UsageError('There is no build of the edge. Run: npm run build')
  return (await import(`${dist}/node/edge.js`)) as typeof NodeEdgeModule
}

/** What the environment says about the edge. */
export const edgeOptions = ({
  environment,
  edgeSecret: secret,
  dist,
  country,
  pageDeadline,
  metricsToken,
  pageBytes,
  connections
}: Environment) => ({ environment, secret, dist, country, pageDeadline, metricsToken, pageBytes, connections })
