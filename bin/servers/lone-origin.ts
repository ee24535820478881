import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { close, listen } from '../listen.ts'
import { modeOf, ORIGIN_PORT, type Environment } from '../settings.ts'
import { stopOnSignal } from '../stop.ts'
import { HTTP_TIMEOUTS, KEEP_ALIVE, limitConnections } from '../../worker/node/connections.ts'
import { readProxies } from '../../worker/node/proxies.ts'
import { restOfBody } from '../../worker/node/rest-of-body.ts'
import { startOriginWithDatabase } from './origin-with-database.ts'

/** Where load balancers ask whether this origin takes requests; it reveals nothing else, so it needs no signature. */
const READY_PATH = '/__origin/ready'

/** Starts the origin in this process, for edges that are started separately. */
export async function startLoneOrigin(environment: Environment): Promise<void> {
  const { port = ORIGIN_PORT, host, edgePort } = environment
  const { origin, stop } = await startOriginWithDatabase(environment, edgePort)
  const answer = getRequestListener(async (request, env) => {
    const answered = await origin.fetch(request)
    await restOfBody((env as { incoming: IncomingMessage }).incoming)
    return answered
  })
  let leaving = false
  const server = createServer(HTTP_TIMEOUTS, (request, response) => {
    if (request.url !== READY_PATH) return void answer(request, response)
    response.writeHead(leaving ? 503 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.end(leaving ? 'not ready' : 'ready')
  })
  const { connections, country } = environment
  const { deps } = origin
  const refused = (count: number) => deps.log.warn({ count }, 'connections refused')
  limitConnections(server, connections, readProxies(country.proxies), () => deps.realNow(), refused)
  server.keepAliveTimeout = KEEP_ALIVE
  await listen(server, port, host)
  stopOnSignal(async () => {
    leaving = true
    // Streams end first; otherwise they would keep the server open.
    const cut = await close(server, environment.stop, () => deps.events.close())
    await stop()
    return cut
  })
  console.log(`ready ${modeOf(environment)} on port ${port}`)
}
