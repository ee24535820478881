import { inProcess } from '../../bin/in-process.ts'
import { createEdge, type Edge } from '../../worker/app.ts'
import { assetsOf } from '../../worker/files/asset-list.ts'
import type { World } from './origin.ts'

const LIST = {
  entry: '/assets/entry.js',
  entryImports: [],
  visitor: '/assets/visitor.js',
  css: [],
  pages: {},
  languages: {},
  texts: {},
  files: [],
  integrity: {}
}

/** The edge before the origin of a world, as they run in one process. */
export function edgeBefore(world: World): Edge {
  return createEdge({
    environment: 'production',
    secret: world.deps.secrets.edge,
    origin: inProcess(world),
    assets: assetsOf(LIST, async () => null),
    snapshot: world.deps.tenants.all(),
    now: () => world.now(),
    realNow: () => world.deps.realNow(),
    waitUntil: (work) => void work.catch(() => {}),
    log: () => {}
  })
}
