import { expect, test } from 'vitest'
import { startWorkerd } from '../../fixtures/workerd.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const OLD = aTenant()
const NEW = aTenant({ index_title: { nl: 'Nieuwe titel' } }, 2)

test('the origin’s answers are stored in KV, and serve the brand in an isolate that starts while it is unavailable', async () => {
  const before = await startWorkerd({ tenants: [NEW], snapshot: [OLD] })
  await before.fetch('http://velvet.example/')
  const copies: Record<string, string> = {}
  for (const key of ['hosts', 'settings:velvet']) {
    await expect.poll(async () => (copies[key] = (await before.copy!(key)) ?? '')).toContain('"tag":"\\"')
  }
  await before.stop()

  const after = await startWorkerd({ tenants: [NEW], snapshot: [OLD], copies, origin: () => new Response('', { status: 502 }) })
  const page = await (await after.fetch('http://velvet.example/')).text()
  expect(page).toContain('Nieuwe titel')
  await after.stop()
})
