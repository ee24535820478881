import type * as NodeEdgeModule from '../worker/node/node.ts'

/** The built edge: pages are JSX, which Node cannot run as it stands. */
export async function loadNodeEdge(dist: string): Promise<typeof NodeEdgeModule> {
  return (await import(`${dist}/node/edge.js`)) as typeof NodeEdgeModule
}
