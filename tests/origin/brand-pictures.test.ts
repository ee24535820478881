import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BRAND_PICTURES, brandPicturePath, type BrandPicture } from '../../shared/tenants/brand-pictures.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const brand = () => origin.deps.tenants.byId('velvet')!.settings

test.each(Object.keys(BRAND_PICTURES) as BrandPicture[])(
  '%s is a PNG of its size with the brand’s mark, kept for ever',
  async (picture) => {
    const answer = await origin.send(brandPicturePath(brand(), picture), { tenant: 'velvet' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const drawn = sharp(await answer.arrayBuffer())
    const { format, width, height } = await drawn.metadata()
    expect({ format, width, height }).toEqual({ format: 'png', ...BRAND_PICTURES[picture] })
    // A sign on a background: both are drawn, even on machines without any font.
    expect((await drawn.stats()).channels[0]!.stdev).toBeGreaterThan(5)
  }
)

test('only pictures of the brand as it is today are drawn', async () => {
  const before = brandPicturePath(brand(), 'card')
  for (const path of [before.replace('card', 'other'), before.replace(/\w+\/card/, 'x/card')])
    expect((await origin.send(path, { tenant: 'velvet' })).status).toBe(404)
  await origin.publish({ id: 'velvet', name: 'Velvet by night' })
  expect((await origin.send(before, { tenant: 'velvet' })).status).toBe(404)
  expect((await origin.send(brandPicturePath(brand(), 'card'), { tenant: 'velvet' })).status).toBe(200)
})

test('the card shows the brand’s scene, one of the operator’s own too, and icons its mark', async () => {
  const drawings = {
    scene: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="var(--primary)"/></svg>',
    mark: { viewBox: '0 0 8 8', shapes: [['M0 0h8v8H0z', 'secondary']] as [string, 'secondary'][] }
  }
  const looks = [
    { scene: 'aurora', mark: 'moon' },
    { scene: 'garden', mark: 'rose' },
    { scene: 'ours', mark: 'ours', drawings }
  ]
  const seen = new Set<string>()
  for (const look of looks) {
    await origin.publish({ id: 'velvet', ...look })
    for (const picture of ['card', 'icon-192'] as const) {
      const answer = await origin.send(brandPicturePath(brand(), picture), { tenant: 'velvet' })
      expect(answer.status).toBe(200)
      seen.add(Buffer.from(await answer.arrayBuffer()).toString('base64'))
    }
  }
  expect(seen.size).toBe(2 * looks.length)
})
