import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressRange, addressRanges, networkOf, readAddress } from '../../../shared/rules/addresses.ts'

const ADDRESSES = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:443', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2:0:0:0:9'],
  ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
  ['[2001:db8::1]:8443', '2001:db8:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0:0:0:cb00:7107'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['::1', '0:0:0:0:0:0:0:1']
] as const

test('an address is read however it is written: with brackets, a port, a zone, or as IPv4 inside IPv6', () => {
  expect(ADDRESSES.map(([text]) => [text, readAddress(text)])).toEqual(ADDRESSES)
})

test.each([
  '',
  'unknown',
  '_hidden',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.2.3.4:port',
  '[1.2.3.4]',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '12345::',
  '2001:db8::1:2:3:4:5:6:7',
  'g::1',
  '[::1',
  '::1]',
  '::1.2.3'
])('%j is not an address', (text) => expect(readAddress(text)).toBeNull())

test('every address that Node knows is read, and what is read is one for Node', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6(),
        fc.ipV6().map((ip) => `[${ip}]:1`),
        fc.string()
      ),
      (text) => {
        const read = readAddress(text)
        if (isIP(text) > 0) expect(read).not.toBeNull()
        if (read !== null) expect(isIP(read)).toBe(read.includes(':') ? 6 : 4)
      }
    )
  )
})

test('the addresses of one connection count as one, and a whole network has no more than sixteen budgets', () => {
  for (const [ip, line, network] of [
    ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2', '2001:db8:1::/48'],
    ['[2001:db8:1:ffff::1]:5000', '2001:db8:1:ffff', '2001:db8:1::/48'],
    ['fe80::', 'fe80:0:0:0', 'fe80:0:0::/48'],
    ['', '', '']
  ] as const) {
    expect([addressRange(ip), networkOf(ip)]).toEqual([line, network])
    expect(addressRanges(ip)).toEqual(
      line === network
        ? [{ range: line, lines: 1 }]
        : [
            { range: line, lines: 1 },
            { range: network, lines: 16 }
          ]
    )
  }
})
