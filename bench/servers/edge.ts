import { loadNodeEdge } from '../../bin/node-edge.ts'
import { readEnvironment } from '../../bin/settings.ts'
import { benchOrigin } from '../bench-origin.ts'
import { benchTenants, writeBenchDist } from '../bench-tenant.ts'
import { tell } from './listening.ts'

// The built edge with TENANTS brands (1) before an origin that answers at once.
const environment = readEnvironment()
const { createNodeEdge } = await loadNodeEdge(environment.dist)
const records = benchTenants(Number(process.env.TENANTS ?? 1))
const { server } = await createNodeEdge({
  environment: 'production',
  secret: 'a secret that only this bench knows of',
  origin: benchOrigin(records),
  dist: await writeBenchDist(environment.dist, records),
  country: environment.country,
  pageBytes: environment.pageBytes,
  log: () => {}
})
server.listen(0, '127.0.0.1', () => tell(server))
