import { inProcess } from '../../bin/in-process.ts'
import { loadNodeEdge } from '../../bin/node-edge.ts'
import { readEnvironment } from '../../bin/settings.ts'
import { createOrigin } from '../../origin/app.ts'
import { createDemoWorld } from '../../origin/demo/create-demo-world.ts'
import { startOrigin } from '../../origin/start.ts'
import { EDGE_SECRET } from '../member-page.ts'
import { tell } from './listening.ts'

// Edge and origin in one process in production mode, with the demo world in the database at DATABASE_URL: local mode would check every answer against
// the contract.
const environment = readEnvironment()
const edgeSecret = EDGE_SECRET
const { close: _, ...started } = await startOrigin({
  ...environment,
  edgeSecret,
  local: true,
  limitFactor: 10_000,
  linkBase: ({ domain }) => `https://${domain}`
})
await createDemoWorld(started.deps)
const { createNodeEdge } = await loadNodeEdge(environment.dist)
const { server } = await createNodeEdge({
  environment: 'production',
  secret: edgeSecret,
  origin: inProcess(createOrigin({ ...started.deps, local: false })),
  dist: environment.dist,
  country: environment.country,
  pageBytes: environment.pageBytes,
  // Under the load of fifty connections a page waits longer than a member would; one sent without its answers is another page.
  pageDeadline: 60_000,
  log: () => {}
})
server.listen(0, '127.0.0.1', () => tell(server))
