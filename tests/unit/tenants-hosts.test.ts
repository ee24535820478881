import { expect, test } from 'vitest'
import { createHostIndex, normalizeHost } from '../../shared/tenants/hosts.ts'

const owners = [
  { id: 'velvet', domain: 'velvet.example', aliases: ['velvet-dates.example', 'www.roses.example'] },
  { id: 'roses', domain: 'www.rosesdates.example', aliases: [] },
  { id: 'dusk', domain: 'dusk.example', aliases: ['xn--dmmerzeit-v2a.example'] }
]

test.each([
  ['velvet.example', 'velvet.example'],
  ['VELVET.Example:8787', 'velvet.example'],
  ['velvet.example.', 'velvet.example'],
  ['dämmerzeit.example', 'xn--dmmerzeit-v2a.example'],
  ['velvet.localhost:1', 'velvet.localhost']
])('%s is the host %s', (raw, host) => {
  expect(normalizeHost(raw)).toBe(host)
})

test.each([
  '',
  ' velvet.example',
  'velvet.example ',
  'user@velvet.example',
  'velvet.example/a',
  'velvet.example\\a',
  'velvet.example?a',
  'velvet.example#a',
  'velvet%2eexample',
  'velvet..example',
  '.velvet.example',
  'velvet.example..',
  '[::1]',
  '-velvet.example',
  'velvet.example:99999',
  'velvet.example:x',
  `${'a'.repeat(64)}.example`,
  'a\tb.example',
  'a\0b'
])('%j is not a host', (raw) => {
  expect(normalizeHost(raw)).toBeNull()
})

test('every host of a tenant finds it, each with its kind', () => {
  const index = createHostIndex(owners, true)
  expect(index.find('velvet.example')).toEqual({ tenant: 'velvet', kind: 'canonical' })
  expect(index.find('velvet-dates.example')).toEqual({ tenant: 'velvet', kind: 'alias' })
  expect(index.find('www.velvet.example')).toEqual({ tenant: 'velvet', kind: 'www' })
  expect(index.find('roses.example')).toEqual({ tenant: 'velvet', kind: 'www' })
  expect(index.find('rosesdates.example')).toEqual({ tenant: 'roses', kind: 'www' })
  expect(index.find('xn--dmmerzeit-v2a.example')).toEqual({ tenant: 'dusk', kind: 'alias' })
  expect(index.find('velvet.localhost')).toEqual({ tenant: 'velvet', kind: 'local' })
})

test('other hosts find nothing, and local names exist in local mode only', () => {
  const index = createHostIndex(owners, false)
  for (const host of [
    'velvet.localhost',
    'localhost',
    'evil.example',
    'sub.velvet.example',
    'velvet.example.evil.example',
    '__proto__',
    'constructor'
  ])
    expect(index.find(host)).toBeNull()
})

test('where two tenants claim a host, the canonical one wins over an alias, an alias over a www twin', () => {
  const index = createHostIndex(
    [
      { id: 'a', domain: 'a.example', aliases: ['b.example', 'www.c.example'] },
      { id: 'b', domain: 'b.example', aliases: ['c.example'] }
    ],
    false
  )
  expect(index.find('b.example')?.tenant).toBe('b')
  expect(index.find('c.example')?.tenant).toBe('b')
})
