import { existsSync } from 'node:fs'
import type * as NodeEdgeModule from '../worker/node/node.ts'
import { Refusal } from './refusal.ts'

/** The built edge: pages are JSX, which Node cannot run as it stands. */
export async function loadNodeEdge(dist: string): Promise<typeof NodeEdgeModule> {
  if (!existsSync(`${dist}/node/edge.js`)) throw new Refusal('There is no build of the edge. Run: npm run build')
  return (await import(`${dist}/node/edge.js`)) as typeof NodeEdgeModule
}
