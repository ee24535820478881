import { loadNodeEdge } from '../../bin/node-edge.ts'
import { readEnvironment } from '../../bin/settings.ts'
import { tell } from './listening.ts'

// The built edge with the brands of BENCH_DIST, in front of the origin at ORIGIN_URL.
const environment = readEnvironment()
const { createNodeEdge, createHttpOrigin } = await loadNodeEdge(environment.dist)
const { server } = await createNodeEdge({
  environment: 'production',
  secret: 'a secret that only this bench knows of',
  origin: createHttpOrigin(process.env.ORIGIN_URL!),
  dist: process.env.BENCH_DIST!,
  country: environment.country,
  pageBytes: environment.pageBytes,
  log: () => {}
})
server.listen(0, '127.0.0.1', () => tell(server))
