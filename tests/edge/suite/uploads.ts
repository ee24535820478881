import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PHOTO_FILE } from '../../../shared/rules/photo-file.ts'
import { aTenant } from '../../fixtures/tenants.ts'
import { TENANTS, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'

const PHOTOS = 'http://velvet.example/api/photos.php?crop=0,0,400,500'
const headers = { 'x-client-request': '1', 'content-type': 'image/jpeg', 'idempotency-key': 'an-upload-of-a-test' }

/** A number of letters, in chunks, without a length. */
function letters(length: number): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode('abcdefgh'.repeat(8192))
  let left = length
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(piece.subarray(0, left))
      left -= piece.length
      if (left <= 0) controller.close()
    }
  })
}

export function uploadTests(start: StartEdge): void {
  describe('uploads', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({
        tenants: [...TENANTS, aTenant({ id: 'mirror', name: 'Mirror', cdn_prefix: 'https://pictures.example' })],
        origin: ({ path }) => {
          if (path === '/api/photos.php') return Response.json({ photos: [], limit: 3, moderation: 'before' })
          if (path.startsWith('/media/')) return new Response('picture', { headers: { 'content-type': 'image/webp' } })
          return undefined
        }
      })
    })
    afterAll(() => edge.stop())

    const upload = (body: BodyInit) => edge.fetch(PHOTOS, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    const last = () => edge.calls.findLast(({ path, method }) => path === '/api/photos.php' && method === 'POST')

    test('are forwarded to the origin complete, with type, key and query', async () => {
      const text = 'A picture of 300 kB. '.repeat(15_000)
      const response = await upload(text)
      expect(await response.json()).toEqual({ photos: [], limit: 3, moderation: 'before' })
      expect(last()!.body).toBe(text)
      expect(last()!.query.get('crop')).toBe('0,0,400,500')
      expect(last()!.headers.get('content-type')).toBe('image/jpeg')
      expect(last()!.headers.get('idempotency-key')).toBe('an-upload-of-a-test')
      expect((await upload(letters(1_000_000))).status).toBe(200)
      expect(last()!.body).toHaveLength(1_000_000)
    })

    test('of 10 MB pass; of one byte more they are 413, with and without a length', async () => {
      expect((await upload(letters(PHOTO_FILE.maxBytes))).status).toBe(200)
      expect(last()!.body).toHaveLength(PHOTO_FILE.maxBytes)
      for (const body of [new Uint8Array(PHOTO_FILE.maxBytes + 1), letters(PHOTO_FILE.maxBytes + 1)]) {
        const response = await upload(body)
        expect(response.status).toBe(413)
        expect(((await response.json()) as { error: { code: string } }).error.code).toBe('too_large')
      }
    })

    test('are for photos only: the other methods of the same path accept 64 KiB', async () => {
      const body = JSON.stringify({ order: ['x'.repeat(70_000)] })
      const response = await edge.fetch(PHOTOS, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body })
      expect(response.status).toBe(413)
    })

    test('without a body are refused by the origin', async () => {
      expect((await edge.fetch(PHOTOS, { method: 'POST', headers })).status).toBe(200)
      expect(last()!.body).toBe('')
    })

    test('that were too large don’t count as failures of the origin', async () => {
      for (let count = 0; count < 8; count++) expect((await upload(letters(PHOTO_FILE.maxBytes + 1))).status).toBe(413)
      expect((await upload('small')).status).toBe(200)
    })

    test('pictures may be shown on the brand’s pages by the host that its cdn_prefix names, and by no other', async () => {
      const policy = async (tenant: string) =>
        (await edge.fetch(`http://${tenant}.example/media/x/thumb.webp`)).headers.get('cross-origin-resource-policy')
      expect(await policy('mirror')).toBe('cross-origin')
      expect(await policy('velvet')).toBe('same-origin')
    })
  })
}
