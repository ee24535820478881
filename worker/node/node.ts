import './hmac.ts'
import { getRequestListener, RequestError } from '@hono/node-server'
import { transcode } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { createEdge, type Edge } from '../app.ts'
import type { CachedAnswer } from '../pages/cached-answer.ts'
import type { EdgeDeps, OriginClient } from '../deps.ts'
import { readAssets } from './assets.ts'
import { HTTP_TIMEOUTS, KEEP_ALIVE, limitConnections, type ConnectionLimits } from './connections.ts'
import { createLocator, type CountryOptions } from './country.ts'
import { readProxies } from './proxies.ts'
import { restOfBody } from './rest-of-body.ts'
import { isUpload } from './uploads.ts'

export { createHttpOrigin } from './http-origin.ts'

export interface NodeEdgeOptions {
  environment: EdgeDeps['environment']
  secret: string
  origin: OriginClient
  /** The build's folder. */
  dist: string
  country: CountryOptions
  /** Bytes of visitors' pages cached in memory (default 64 MB); 0 caches none. */
  pageBytes?: number
  now?: () => Date
  log?: EdgeDeps['log']
  pageDeadline?: number
  /** Bearer token for `/__edge/metrics`. */
  metricsToken?: string
  /** Default: unlimited. */
  connections?: ConnectionLimits
}

export interface NodeEdge {
  edge: Edge
  server: Server
}

const NO_PROXIES =
  'TRUSTED_PROXIES names no proxy: requests count against the address they come from. Behind a proxy all visitors would share one quota.'
const UNLISTED =
  'A request with X-Forwarded-For came from an address that TRUSTED_PROXIES does not name. If that is your proxy, all its visitors share one quota: name it.'

/** The edge behind Node's http server, not yet listening. */
export async function createNodeEdge(options: NodeEdgeOptions): Promise<NodeEdge> {
  const proxies = readProxies(options.country.proxies)
  const log = options.log ?? ((line) => console.log(JSON.stringify({ at: new Date().toISOString(), ...line })))
  const realNow = () => Date.now()
  const warn = (message: string, more: Record<string, unknown> = {}) => log({ level: 'warn', message, ...more })
  const { records } = JSON.parse(await readFile(join(options.dist, 'tenants.json'), 'utf8')) as { records: TenantRecord[] }
  const edge = createEdge({
    environment: options.environment,
    secret: options.secret,
    origin: options.origin,
    assets: await readAssets(options.dist),
    snapshot: records,
    now: options.now ?? (() => new Date()),
    realNow,
    waitUntil: (work) => void work.catch(() => {}),
    ...(options.pageBytes === undefined ? {} : { pageBytes: options.pageBytes }),
    ...(options.pageDeadline === undefined ? {} : { pageDeadline: options.pageDeadline }),
    ...(options.metricsToken ? { metricsToken: options.metricsToken } : {}),
    // Loaded only in local mode; no other build has it.
    ...(options.environment === 'local'
      ? { uiGallery: async (record, shown) => (await import('../dev/ui.tsx')).uiGallery(record, shown) }
      : {}),
    log,
    encode,
    compress: (bytes) => ({
      brotli: exact(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
      gzip: exact(gzipSync(bytes))
    })
  })
  const locate = await createLocator(options.country, proxies, () => warn(UNLISTED))
  if (options.environment === 'production' && proxies.size === 0) warn(NO_PROXIES)
  const answer = async (request: Request, incoming: IncomingMessage) => {
    const answered = await edge.fetch(request, locate(incoming))
    await restOfBody(incoming)
    return answered
  }
  const listener = getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage }
      return incoming.method === 'GET' ? edge.fetch(request, locate(incoming)) : answer(request, incoming)
    },
    {
      overrideGlobalObjects: true,
      // A request that can't be turned into a URL, such as a host with port 99999, never reaches the edge.
      errorHandler: (error) => bare(edge, error instanceof RequestError ? 400 : 500)
    }
  )
  /** A cached page is sent without creating a `Request` and a `Response`: they cost more than everything else. */
  const cachedFor = (incoming: IncomingMessage): CachedAnswer | null => {
    const { headers, url = '/' } = incoming
    if (headers['x-dev-country']) return null
    return edge.cached({
      host: headers.host ?? '',
      target: url,
      country: locate(incoming).country,
      cookie: headers.cookie ?? '',
      encodings: headers['accept-encoding'] ?? '',
      known: headers['if-none-match'] ?? ''
    })
  }
  const server = createServer({ ...HTTP_TIMEOUTS, connectionsCheckingInterval: 2_000 }, (incoming, outgoing) => {
    if (isAmbiguous(incoming)) return refuse(outgoing, edge, 400)
    const kept = incoming.method === 'GET' ? cachedFor(incoming) : null
    if (kept) return send(kept, outgoing)
    if (incoming.method !== 'GET') hurry(incoming)
    void listener(incoming, outgoing)
  })
  // Browsers on our own port share a limited number of connections: an idle one of theirs ends after Node's five seconds.
  if (proxies.size > 0) server.keepAliveTimeout = KEEP_ALIVE
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => refuse(outgoing, edge, 417))
  server.on('clientError', (error: ClientError, socket: Socket) => answerUnreadable(error, socket, edge))
  if (options.connections)
    limitConnections(server, options.connections, proxies, realNow, (count) => warn('connections refused', { count }))
  // In the background, so that it doesn't delay the first answers: a server that listens is ready.
  const closed = new AbortController()
  server.once('listening', () => void edge.warm(closed.signal))
  server.once('close', () => closed.abort())
  return { edge, server }
}

/**
 * UTF-8 as a `Buffer`: from any other bytes Node would create one for every answer, a sixth of the cost of a cached page. Going through UTF-16 takes
 * a fourth of the time that `TextEncoder` needs (Node 24), but throws for half a character, which `TextEncoder` replaces.
 */
function encode(text: string): Uint8Array<ArrayBuffer> {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8')
}

/** zlib returns a slice of a 16 KB buffer, all of which would stay in memory. */
const exact = (bytes: Uint8Array) => Buffer.from(Uint8Array.from(bytes).buffer)

/**
 * The host must be unambiguous: Node uses the first of two `Host` headers, and an absolute-form target would override it in the URL. Backslash,
 * userinfo and the like must never reach a URL parser that normalizes them.
 */
function isAmbiguous({ rawHeaders, url = '', headers }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index]!)) hosts += 1
  return hosts !== 1 || !url.startsWith('/') || /[\s@/\\?#%]/.test(headers.host ?? '')
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

/** Cuts off a client that takes longer than 30 s to send something other than a file. */
function hurry(incoming: IncomingMessage): void {
  if (isUpload(incoming)) return
  const timer = setTimeout(() => incoming.socket.destroy(), 30_000)
  const stop = () => clearTimeout(timer)
  incoming.once('end', stop).once('close', stop)
}

function send({ status, headers, body }: CachedAnswer, outgoing: ServerResponse): void {
  if (body) headers.push(['content-length', String(body.length)])
  outgoing.writeHead(status, headers)
  outgoing.end(body ?? undefined)
}

const WORDS = { 400: 'Bad request', 417: 'Expectation failed', 500: 'Internal error' }
type Refusal = keyof typeof WORDS

/** The brand is ambiguous, so the answer has none. */
function refuse(outgoing: ServerResponse, edge: Edge, status: Refusal): void {
  outgoing.writeHead(status, { ...edge.bareHeaders(''), connection: 'close' })
  outgoing.end(WORDS[status])
}

/** The same as a `Response`. */
function bare(edge: Edge, status: Refusal): Response {
  return new Response(WORDS[status], { status, headers: { ...edge.bareHeaders(''), connection: 'close' } })
}

/** Node's error for bytes that it can't parse as a request; `rawPacket`: the last ones received. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer }

const UNREADABLE: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request header fields too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timeout']
}

/** Node's own answer to such bytes, plus the headers that every other answer has. */
function answerUnreadable({ code = '', rawPacket }: ClientError, socket: Socket, edge: Edge): void {
  // Like Node itself, never writes into the middle of an answer that has begun.
  const { _httpMessage: running } = socket as Socket & { _httpMessage?: ServerResponse }
  if (socket.writable && !running?.headersSent) {
    const [status, text] = UNREADABLE[code] ?? [400, 'Bad request']
    const host = /^host:[ \t]*(\S{1,255})[ \t]*\r$/im.exec(rawPacket?.toString('latin1') ?? '')?.[1] ?? ''
    const headers = { ...edge.bareHeaders(host), 'content-length': String(text.length), connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write(`HTTP/1.1 ${status} ${text}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
  }
  socket.destroySoon()
}
