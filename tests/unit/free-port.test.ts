import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../bin/free-port.ts'

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

test('a port for a server that starts later is none that the system gives away by itself', async () => {
  const given = existsSync(RANGE) ? Number(readFileSync(RANGE, 'utf8').split('\t')[0]) : 32_768
  for (let tries = 0; tries < 50; tries++) expect(await freePort()).toBeLessThan(given)
})

test('a server can listen on it at once', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
