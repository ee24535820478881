import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { ask } from '../../bin/tenants/ask.ts'

test('an edge has to have a certificate for its own address, not for the brand that it is asked for', async () => {
  const names: string[] = []
  // It has none at all: what matters is which one is asked for.
  const server = createServer({ SNICallback: (name, answer) => (names.push(name), answer(null)) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    for (const edge of ['edge.localhost', 'velvet.localhost', '127.0.0.1'])
      await expect(ask(new URL(`https://${edge}:${port}/login`), { host: 'velvet.localhost' })).rejects.toThrow()
    // An address without a name can only be asked for the brand's.
    expect(names).toEqual(['edge.localhost', 'velvet.localhost', 'velvet.localhost'])
  } finally {
    server.close()
  }
})
