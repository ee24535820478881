import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.resetModules())

test('the edge and the origin on Node make the same signatures as Workers do', async () => {
  const text = 'session\nvelvet\nä 🌙\n'
  const web = await (await import('../../shared/auth/bytes.ts')).hmac('a secret', text)
  vi.resetModules()
  await import('../../worker/node/hmac.ts')
  expect(await (await import('../../shared/auth/bytes.ts')).hmac('a secret', text)).toBe(web)
  vi.resetModules()
  await import('../../origin/hmac.ts')
  expect(await (await import('../../shared/auth/bytes.ts')).hmac('a secret', text)).toBe(web)
})
