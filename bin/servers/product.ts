import { inProcess } from '../in-process.ts'
import { edgeOptions, loadNodeEdge } from '../node-edge.ts'
import { close, listen } from '../listen.ts'
import { EDGE_PORT, modeOf, type Environment } from '../settings.ts'
import { stopOnSignal } from '../stop.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { isLocalHost } from '../../shared/tenants/hosts.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import { startOriginWithDatabase } from './origin-with-database.ts'

/** Starts database, origin and edge in this process, with the demo world in local mode. */
export async function startProduct(environment: Environment): Promise<void> {
  const local = environment.environment === 'local'
  const { port = EDGE_PORT, host } = environment
  const { origin, stop } = await startOriginWithDatabase(environment, port, step)
  const { createNodeEdge } = await loadNodeEdge(environment.dist)
  const { edge, server } = await createNodeEdge({
    ...edgeOptions(environment),
    origin: inProcess(origin),
    now: () => origin.deps.now(),
    ...(local ? { log: quiet } : {})
  })
  origin.deps.tenants.onChange((tenant) => void edge.changed(tenant))
  await listen(server, port, host)
  stopOnSignal(async () => {
    edge.leave()
    const cut = await close(server, environment.stop, () => edge.endStreams())
    await stop()
    return cut
  })
  if (local)
    introduce(
      origin.deps.tenants.all().map(({ settings }) => settings),
      port
    )
  if (local && !isLocalHost(host ?? '')) console.log(`HOST=${host} lets other machines in: this is local mode, whose secrets are public.`)
  console.log(`ready ${modeOf(environment)} on ${local ? `http://localhost:${port}` : `port ${port}`}`)
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  console.log(`${what} …`)
  const result = await work()
  console.log(`${what}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** Local mode logs only what went wrong, not every request. */
function quiet(line: Record<string, unknown>): void {
  if (line.level === 'error') console.error(JSON.stringify(line))
}

function introduce(tenants: Tenant[], port: number): void {
  console.log('\nBrands')
  for (const { id, name, domain_language, domain } of tenants)
    console.log(`  ${`http://${id}.localhost:${port}`.padEnd(40)} ${name} (${domain_language}, ${domain})`)
  const demo = new Set(tenants.filter((tenant) => tenant.demo).map(({ id }) => id))
  const cast = CAST.filter(({ tenant }) => demo.has(tenant))
  if (cast.length > 0) console.log(`\nDemo accounts, password "${CAST_PASSWORD}"`)
  for (const { name, email, tenant, role } of cast) console.log(`  ${email.padEnd(28)} ${name} on ${tenant}: ${role}`)
  console.log(`\nCaught mail: http://localhost:${port}/__dev/mail\n`)
}
