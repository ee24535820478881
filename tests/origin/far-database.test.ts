import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../../bin/database/with-database.ts'
import { publishedTenants } from '../../origin/settings/store.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin({ sites: [{ id: 'isle' }] })
afterEach(() => void vi.unstubAllEnvs())

test('an operator’s command waits longer for a database that is far away than a page may', async () => {
  const { hostname, port } = new URL(origin.databaseUrl)
  /** Longer than the origin waits for a connection. */
  const distance = 1500
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    void sleep(distance).then(() => near.pipe(far).pipe(near))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(origin.databaseUrl)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  vi.stubEnv('DATABASE_URL', url.href)
  try {
    expect((await withDatabase(publishedTenants)).map(({ settings }) => settings.id)).toEqual(['isle'])
  } finally {
    proxy.close()
  }
})
