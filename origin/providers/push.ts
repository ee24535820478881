import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'
import { isPushService } from '../push/push-services.ts'

/** A push ready to be sent: encrypted for one browser and signed for its service. */
export interface OutgoingPush {
  endpoint: string
  headers: Record<string, string>
  body: Uint8Array
}

/** The answer of a push service. */
export interface PushAnswer {
  status: number
  /** Seconds it asks to wait; null if it doesn't say. */
  retryAfter: number | null
}

/** Sends pushes. */
export interface PushTransport {
  /** May this address be stored and called? */
  knows(endpoint: string): boolean
  /** Sends one push; rejects when there was no answer. */
  send(push: OutgoingPush): Promise<PushAnswer>
}

/** How long a push service may take, in ms. */
const DEADLINE = 10_000

/** Addresses that are not on the internet. */
const INSIDE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3]
] as const)
  INSIDE.addSubnet(net, bits, 'ipv4')
// IPv6: the internet is 2000::/3, but its 6to4 and Teredo ranges can route back inside.
for (const [net, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2002::', 16],
  ['2001::', 32]
] as const)
  INSIDE.addSubnet(net, bits, 'ipv6')

type SystemLookup = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
) => void

/** Sends only to the browsers' push services, over https, to addresses on the internet; follows no redirect. */
export function createPushTransport({ lookup = systemLookup }: { lookup?: SystemLookup } = {}): PushTransport {
  return {
    knows: isPushService,
    send: ({ endpoint, headers, body }) =>
      new Promise((resolve, reject) => {
        if (!isPushService(endpoint)) throw new Error('not a push service')
        const asking = request(endpoint, {
          method: 'POST',
          headers,
          lookup: outsideOnly(lookup),
          signal: AbortSignal.timeout(DEADLINE)
        })
        asking.on('error', reject)
        asking.on('response', (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode ?? 0, retryAfter: secondsOf(answer.headers['retry-after']) })
        })
        asking.end(body)
      })
  }
}

/** Checked when the connection is made: the owner of a name can point it anywhere. */
function outsideOnly(lookup: SystemLookup): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`${host} has no address`), '', 0)
      if (addresses.some(({ address, family }) => INSIDE.check(address, family === 6 ? 'ipv6' : 'ipv4')))
        return callback(new Error(`${host} leads to an address that is not on the internet`), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function secondsOf(retryAfter: string | undefined): number | null {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
}
