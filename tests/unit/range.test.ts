import { expect, test } from 'vitest'
import { partOf } from '../../worker/files/range.ts'

const FILM = new Uint8Array(1000).map((_, index) => index % 251)

const answer = (range: string | null, { type = 'video/mp4', method = 'GET' } = {}) =>
  partOf(
    new Request('https://velvet.example/assets/film.mp4', { method, headers: range === null ? {} : { range } }),
    new Response(method === 'HEAD' ? null : FILM, { headers: { 'content-type': type, 'cache-control': 'immutable' } })
  )

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=0-', 0, 999],
  ['bytes=990-5000', 990, 999],
  ['bytes=-10', 990, 999]
])('a browser that asks for %s of a video gets that part', async (range, first, last) => {
  const part = await answer(range)
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/1000`])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(FILM.slice(first, last + 1))
  expect(part.headers.get('cache-control')).toBe('immutable')
})

test.each(['bytes=1000-', 'bytes=7-3', 'bytes=-0'])('a part outside the file is refused with the size: %s', async (range) => {
  const refused = await answer(range)
  expect([refused.status, refused.headers.get('content-range'), await refused.text()]).toEqual([416, 'bytes */1000', ''])
})

test.each([null, 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])('everything is sent otherwise: %s', async (range) => {
  const whole = await answer(range)
  expect([whole.status, whole.headers.get('accept-ranges'), (await whole.arrayBuffer()).byteLength]).toEqual([200, 'bytes', 1000])
})

test('only videos are sent in parts', async () => {
  const script = await answer('bytes=0-1', { type: 'text/javascript' })
  expect([script.status, script.headers.get('accept-ranges')]).toEqual([200, null])
  expect((await answer('bytes=0-1', { method: 'HEAD' })).status).toBe(200)
})
