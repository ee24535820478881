import { BlockList, isIP } from 'node:net'

/** The addresses of our own proxies. */
export interface Proxies {
  /** @param address as returned by `readAddress` */
  has(address: string): boolean
  size: number
}

/** An address, or a network such as `10.0.0.0/8`, with its family and the bits that it fixes; null for anything else. */
function readNetwork(text: string) {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  const widest = family === 6 ? 128 : 32
  if (family === 0 || more !== undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest))) return null
  return { address, bits: bits === undefined ? widest : Number(bits), family: family === 6 ? 'ipv6' : 'ipv4' } as const
}

/** Does this name a proxy, or a network of them? */
export const isProxy = (text: string) => readNetwork(text) !== null

/** @param listed addresses and networks. Throws a readable error for anything else. */
export function readProxies(listed: readonly string[]): Proxies {
  const list = new BlockList()
  for (const one of listed) {
    const network = readNetwork(one)
    if (!network) throw new Error(`TRUSTED_PROXIES names "${one}", which is neither an address nor a network such as 10.0.0.0/8.`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return { has: (address) => address !== '' && list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'), size: listed.length }
}
