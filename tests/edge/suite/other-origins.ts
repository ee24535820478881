import { describe, expect, test } from 'vitest'
import { aTenant } from '../../fixtures/tenants.ts'
import type { StartEdge } from '../../fixtures/edge.ts'
import { NEWER, titleOf, VELVET } from './settings-before-after.ts'

export function otherOriginTests(start: StartEdge): void {
  describe('an origin that differs from the build', () => {
    test.each([
      ['away', () => new Response('', { status: 502 })],
      ['answering garbage', () => new Response('<html>')],
      [
        'answering settings that break the schema',
        () => Response.json({ settings: { id: 'velvet' }, company: {}, domain_language: 'nl', version: 9 })
      ]
    ])('with the origin %s the page opens from the build’s copy', async (_, answer) => {
      const edge = await start({
        tenants: [NEWER],
        snapshot: [VELVET],
        origin: ({ path }) => (path === '/api/settings.php' || path === '/api/hosts.php' ? answer() : undefined)
      })
      const response = await edge.fetch('http://velvet.example/')
      expect(response.status).toBe(200)
      expect(await titleOf(response)).toBe('Velvet in het Nederlands')
      await edge.stop()
    })

    test('settings and hosts of a newer origin are served without what this edge cannot read, those of an older one with defaults', async () => {
      const { min_age: _, theme: __, ...older } = NEWER.settings
      const newest = { ...older, index_title: { ...older.index_title, xx: 'A language of tomorrow' }, surprise: { deep: [1] } }
      const hosts = [VELVET, aTenant({ id: 'future' })].map(({ settings: { id, domain, countries } }) => ({
        id,
        domain,
        aliases: [],
        status: id === 'future' ? 'frozen' : 'live',
        group: null,
        domain_language: 'nl',
        countries,
        version: 2,
        surprise: true
      }))
      const edge = await start({
        tenants: [NEWER],
        snapshot: [VELVET],
        origin: ({ path }) =>
          path === '/api/settings.php'
            ? Response.json({ ...NEWER, settings: newest, domain_language: 'nl', push_public_key: '', surprise: 1 })
            : path === '/api/hosts.php'
              ? Response.json({ version: 9, tenants: hosts, surprise: 1 })
              : undefined
      })
      await expect.poll(async () => titleOf(await edge.fetch('http://velvet.example/'))).toBe('Nieuwe titel')
      expect((await edge.fetch('http://future.example/')).status).toBe(404)
      await edge.stop()
    })

    test('a host that the origin knows and the build did not is served', async () => {
      const edge = await start({ tenants: [VELVET, aTenant({ id: 'fresh', name: 'Fresh' })], snapshot: [VELVET] })
      await edge.fetch('http://velvet.example/')
      expect((await edge.fetch('http://fresh.example/')).status).toBe(200)
      await edge.stop()
    })
  })
}
