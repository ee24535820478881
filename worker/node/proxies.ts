import { BlockList, isIP } from 'node:net'

/** The addresses of our own proxies. */
export interface Proxies {
  /** @param address as returned by `readAddress` */
  has(address: string): boolean
  size: number
}

/**
 * @param listed addresses, or networks such as `10.0.0.0/8` Throws a readable error for anything else.
 */
export function readProxies(listed: readonly string[]): Proxies {
  const list = new BlockList()
  for (const one of listed.map((text) => text.trim())) {
    const [address = '', bits, more] = one.split('/')
    const family = isIP(address)
    const widest = family === 6 ? 128 : 32
    if (family === 0 || more !== undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest)))
      throw new Error(`TRUSTED_PROXIES names "${one}", which is neither an address nor a network such as 10.0.0.0/8.`)
    list.addSubnet(address, bits === undefined ? widest : Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  return { has: (address) => address !== '' && list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'), size: listed.length }
}
