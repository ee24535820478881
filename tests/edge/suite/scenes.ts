import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { aTenant } from '../../fixtures/tenants.ts'

/** As the operator's file reads. */
const OWN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="var(--primary)"/><path d="M1 1h7z" fill="var(--front, #000)"/></svg>'
const MARK = { viewBox: '0 0 8 8', shapes: [['M0 0h8v8z', 'secondary']] as [string, 'primary' | 'secondary'][] }
const BRANDS = {
  velvet: aTenant({ id: 'velvet', scene: 'harbour', mark: 'beacon', theme: { primary: '#0b6b5d' } }),
  dusk: aTenant({ id: 'dusk', scene: 'fjord', mark: 'peak' }),
  meadow: aTenant({ id: 'meadow', scene: 'ours', mark: 'ours', theme: { primary: '#7a2f7a' }, drawings: { scene: OWN, mark: MARK } }),
  later: aTenant({ id: 'later', scene: 'of-a-newer-program', mark: 'of-a-newer-program' }),
  usual: aTenant({ id: 'usual' })
}
type Brand = keyof typeof BRANDS

export function sceneTests(start: StartEdge): void {
  describe('scenes and marks', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({ tenants: Object.values(BRANDS) })
    })
    afterAll(() => edge.stop())
    const page = async (brand: Brand, path = '/') => await (await edge.fetch(`http://${brand}.example${path}`)).text()
    const addressesIn = (html: string) => [
      ...new Set(Array.from(html.matchAll(/(?:src|srcSet|srcset)="([^"]*scene[^"]*)"/g), ([, url]) => url!))
    ]
    const at = (brand: Brand, path: string) => edge.fetch(`http://${brand}.example${path}`, { redirect: 'manual' })
    const headerMark = (html: string) =>
      Array.from(/<header[\s\S]*?<\/header>/.exec(html)![0].matchAll(/<path class="[^"]*" d="([^"]+)"/g), ([, d]) => d)

    test('the page names its own scene for both schemes, and contains no drawing', async () => {
      for (const path of ['/', '/signup']) {
        const html = await page('velvet', path)
        expect(addressesIn(html)).toEqual([
          expect.stringMatching(/^\/brand\/[0-9a-z]+\/scene-dark\.svg$/),
          expect.stringMatching(/^\/brand\/[0-9a-z]+\/scene\.svg$/)
        ])
        expect(html).not.toContain('Gradient')
      }
    })

    test('each brand has another drawing, each scheme another hour, in colours that an image can show', async () => {
      const drawings = new Set<string>()
      for (const brand of ['velvet', 'dusk', 'meadow'] as const)
        for (const path of addressesIn(await page(brand))) {
          const answer = await at(brand, path)
          expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
          expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
          expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
          const text = await answer.text()
          expect(text).not.toContain('var(')
          drawings.add(text)
        }
      expect(drawings.size).toBe(6)
    })

    test('an operator’s own drawings are the brand’s, in its colours', async () => {
      const html = await page('meadow')
      const light = addressesIn(html)[1]!
      expect(await (await at('meadow', light)).text()).toMatch(
        /^<svg [^>]+><rect width="9" height="9" fill="#7a2f7a"\/><path d="M1 1h7z" fill="#[0-9a-f]{6}"\/><\/svg>$/
      )
      expect(headerMark(html)).toEqual(['M0 0h8v8z'])
      expect(await (await at('meadow', '/icon.svg')).text()).toContain('M0 0h8v8z')
    })

    test('each brand has its own mark in header and icon', async () => {
      const marks = await Promise.all((['velvet', 'dusk', 'usual'] as const).map(async (brand) => headerMark(await page(brand)).join()))
      expect(new Set(marks).size).toBe(3)
      for (const [index, brand] of (['velvet', 'dusk', 'usual'] as const).entries())
        for (const path of marks[index]!.split(',')) expect(await (await at(brand, '/icon-maskable.svg')).text()).toContain(path)
    })

    test('a name that this program doesn’t know gets the usual drawing', async () => {
      const [later, usual] = await Promise.all([page('later'), page('usual')])
      expect(headerMark(later)).toEqual(headerMark(usual))
      const drawing = async (brand: Brand, html: string) => await (await at(brand, addressesIn(html)[0]!)).text()
      expect(await drawing('later', later)).toBe(await drawing('usual', usual))
    })

    test('an outdated address leads to the scene of today, another name to nothing', async () => {
      const [dark, light] = addressesIn(await page('velvet'))
      const old = await at('velvet', '/brand/old/scene-dark.svg')
      expect([old.status, old.headers.get('location')]).toEqual([302, dark])
      expect((await at('velvet', '/brand/old/scene.svg')).headers.get('location')).toBe(light)
      expect((await at('velvet', light!.replace('scene.', 'harbour.'))).status).toBe(404)
    })
  })
}
