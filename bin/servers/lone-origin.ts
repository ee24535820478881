import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { startLocalSandbox } from '../local-sandbox.ts'
import { close, listen } from '../listen.ts'
import { linkBaseOf, modeOf, ORIGIN_PORT, type Environment } from '../settings.ts'
import { finish, stopOnSignal } from '../stop.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import { createDemoWorld } from '../../origin/demo/create-demo-world.ts'
import { startOrigin } from '../../origin/start.ts'
import { limitConnections } from '../../worker/node/connections.ts'
import { readProxies } from '../../worker/node/proxies.ts'
import { restOfBody } from '../../worker/node/rest-of-body.ts'

/** Where load balancers ask whether this origin takes requests; it reveals nothing else, so it needs no signature. */
const READY_PATH = '/__origin/ready'

/** Starts the origin in this process, for edges that are started separately. */
export async function startLoneOrigin(environment: Environment): Promise<void> {
  const local = environment.environment === 'local'
  const { port = ORIGIN_PORT, host, edgePort } = environment
  const database = environment.databaseUrl
    ? { url: environment.databaseUrl, stop: async () => {} }
    : await startEmbedded({ dataDir: environment.dataDir, log: console.log })
  const clock = { now: () => new Date() }
  const payments = await startLocalSandbox(environment, () => clock.now())
  const origin = await startOrigin({
    ...environment,
    ...(payments && { payments: payments.options }),
    databaseUrl: database.url,
    local,
    linkBase: linkBaseOf(environment, edgePort)
  })
  clock.now = () => origin.deps.now()
  if (local) await createDemoWorld(origin.deps)
  const answer = getRequestListener(async (request, env) => {
    const answered = await origin.fetch(request)
    await restOfBody((env as { incoming: IncomingMessage }).incoming)
    return answered
  })
  let leaving = false
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 130_000 }, (request, response) => {
    if (request.url !== READY_PATH) return void answer(request, response)
    response.writeHead(leaving ? 503 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.end(leaving ? 'not ready' : 'ready')
  })
  const { connections, country } = environment
  const { deps } = origin
  const refused = (count: number) => deps.log.warn({ count }, 'connections refused')
  limitConnections(server, connections, readProxies(country.proxies), () => deps.realNow(), refused)
  // Longer than an edge keeps an idle connection, so that none is closed while a request is in transit.
  server.keepAliveTimeout = 75_000
  await listen(server, port, host)
  stopOnSignal(async () => {
    leaving = true
    // Streams end first; otherwise they would keep the server open.
    const cut = await close(server, environment.stop, () => origin.deps.events.close())
    await finish(origin.close(), environment.stop)
    await payments?.sandbox.close()
    await database.stop()
    return cut
  })
  console.log(`ready ${modeOf(environment)} on port ${port}`)
}
