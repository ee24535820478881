/** How many single-connection budgets an IPv6 /48 network gets in total: its owner has 65,536 connections. */
export const NETWORK_LINES = 16

/** Addresses that are counted together, and how many single-connection budgets they get. */
export interface AddressRange {
  range: string
  lines: number
}

/** Length of an address in brackets with a zone and a port; anything longer isn't an address. */
const LONGEST = 100

/**
 * The IP address in a text, also with brackets, a port, a zone or inside IPv6 (`::ffff:192.0.2.1`): IPv4 as dotted numbers, IPv6 as eight groups
 * without leading zeros. Null for anything else.
 */
export function readAddress(text: string): string | null {
  if (text.length > LONGEST) return null
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text.trim())?.[1]
  const address = (bracketed ?? text.trim()).replace(/%.*$/s, '')
  if (!/:.*:/s.test(address)) return bracketed === undefined ? readIpv4(address.replace(/:\d{1,5}$/, '')) : null
  const groups = readIpv6(address.toLowerCase())
  if (!groups) return null
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? dotted(groups[6]!, groups[7]!) : groups.join(':')
}

/** One name for all addresses of one connection: the IPv4 address, or the IPv6 /64 network. A text that isn't an address stands for itself. */
export function addressRange(ip: string): string {
  const address = readAddress(ip)
  return address?.includes(':') ? address.split(':').slice(0, 4).join(':') : (address ?? ip)
}

/** The widest range that belongs to one caller: for IPv6 a /48. Callers who take turns are distinguished by it. */
export function networkOf(ip: string): string {
  const address = readAddress(ip)
  return address?.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : (address ?? ip)
}

/** All ranges that an address counts against, the narrowest first. */
export function addressRanges(ip: string): AddressRange[] {
  const [line, network] = [addressRange(ip), networkOf(ip)]
  return line === network
    ? [{ range: line, lines: 1 }]
    : [
        { range: line, lines: 1 },
        { range: network, lines: NETWORK_LINES }
      ]
}

function readIpv4(text: string): string | null {
  const numbers = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  return numbers?.every((number) => number <= 255) ? numbers.join('.') : null
}

/** The eight groups of an IPv6 address in small letters, without leading zeros. */
function readIpv6(text: string): string[] | null {
  const [head = '', tail, more] = withoutDots(text).split('::')
  if (more !== undefined) return null
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')]
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map((group) => group.replace(/^0+(?=.)/, '')) : null
}

const groupsIn = (part: string) => (part === '' ? [] : part.split(':'))

/** The last two groups may be written as IPv4. */
function withoutDots(text: string): string {
  const at = text.lastIndexOf(':') + 1
  const numbers = readIpv4(text.slice(at))?.split('.').map(Number)
  if (!numbers) return text
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  return `${text.slice(0, at)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

function dotted(high: string, low: string): string {
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, two >> 8, two & 255].join('.')
}
