import { expect, test } from 'vitest'
import { startWorkerd } from '../../fixtures/workerd.ts'

test('a file of an earlier build comes from KV, one of this build doesn’t, and any other is missing', async () => {
  const edge = await startWorkerd({
    oldFiles: { '/assets/chat-Ab3_x-9Z.js': 'export const old = 1', '/assets/plain.js': 'no hash', '/assets/style-12345678.html': '<p>' }
  })
  const old = await edge.fetch('http://velvet.example/assets/chat-Ab3_x-9Z.js')
  expect([old.status, await old.text()]).toEqual([200, 'export const old = 1'])
  expect(old.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(old.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(old.headers.get('content-security-policy')).toContain("default-src 'none'")
  const head = await edge.fetch('http://velvet.example/assets/chat-Ab3_x-9Z.js', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])

  const { files } = (await (await edge.fetch('http://velvet.example/__edge/assets')).json()) as { files: string[] }
  expect(files.length).toBeGreaterThan(10)
  for (const path of files) {
    const answer = await edge.fetch(`http://velvet.example${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    await answer.arrayBuffer()
  }
  for (const path of ['/assets/chat-00000000.js', '/assets/plain.js', '/assets/style-12345678.html']) {
    const answer = await edge.fetch(`http://velvet.example${path}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
  await edge.stop()
})
