import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vanishingAssets } from '../../bin/build/vanishing-assets.ts'

let files: string[] = []
const site = createServer((request, answer) => {
  if (request.url === '/__edge/assets') return answer.end(JSON.stringify({ files }))
  answer.statusCode = request.url === '/assets/gone.js' ? 404 : 200
  answer.end(`code of ${request.url}`)
})
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)))
afterAll(() => site.close())
const address = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

test('files that the next build lacks are stored for seven days, byte for byte; files that it has are not', async () => {
  files = ['/assets/entry-11111111.js', '/assets/same.css', '/assets/page-22222222.js']
  const kept = await vanishingAssets(address(), new Set(['/assets/same.css', '/assets/entry-33333333.js']))
  expect(kept.map(({ key, expiration_ttl }) => [key, expiration_ttl])).toEqual([
    ['/assets/entry-11111111.js', 604_800],
    ['/assets/page-22222222.js', 604_800]
  ])
  expect(Buffer.from(kept[0]!.value, 'base64').toString()).toBe('code of /assets/entry-11111111.js')
})

test('a site that can’t serve what it lists stops the deployment', async () => {
  files = ['/assets/gone.js']
  await expect(vanishingAssets(address(), new Set())).rejects.toThrow('/assets/gone.js answers 404')
  await expect(vanishingAssets('http://127.0.0.1:1', new Set())).rejects.toThrow()
})
