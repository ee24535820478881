import { close, listen } from './listen.ts'
import { edgeOptions, loadNodeEdge } from './node-edge.ts'
import { fail } from './operator/usage-error.ts'
import { EDGE_PORT, modeOf } from './settings.ts'
import { checkSettings } from './settings/check-settings.ts'
import { stopOnSignal } from './stop.ts'

// `npm run edge`: the edge alone, in front of an origin at ORIGIN_URL.
const environment = await checkSettings('edge').catch(fail)
const { port = EDGE_PORT, host } = environment
const { createNodeEdge, createHttpOrigin } = await loadNodeEdge(environment.dist).catch(fail)
const { edge, server } = await createNodeEdge({ ...edgeOptions(environment), origin: createHttpOrigin(environment.originUrl) })
await listen(server, port, host).catch(fail)
stopOnSignal(() => {
  edge.leave()
  return close(server, environment.stop, () => edge.endStreams())
})
console.log(`ready ${modeOf(environment)} on port ${port} before ${environment.originUrl}`)
