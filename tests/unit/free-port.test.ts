import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../bin/free-port.ts'

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

/** The first port that this system assigns automatically. */
const assigned = existsSync(RANGE) ? Number(readFileSync(RANGE, 'utf8').split('\t')[0]) : 32_768

test.skipIf(assigned < 32_000)('a port for a later server is outside the range that the system assigns automatically', async () => {
  for (let tries = 0; tries < 50; tries++) expect(await freePort()).toBeLessThan(assigned)
})

test('a server can listen on it at once', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
