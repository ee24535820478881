import { describe, expect, test } from 'vitest'
import { signPush } from '../../../shared/auth/push-signature.ts'
import { EDGE_SECRET, PUSH_PUBLIC_KEY } from '../../fixtures/fake-origin.ts'
import { aTenant } from '../../fixtures/tenants.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { NEWER, titleOf, VELVET } from './settings-before-after.ts'

/** The keys of the settings in docs/requirements.tsv. */
const SPECIFIED = `name domain domain_language cdn_prefix niche signups logged_out_search logged_out_search_trafficsource geoip_country
geoip_selected_country minimum_message_costs push_public_key support_phone support_email enable_site_entry_popup fictional_icon
fictional_warning fictional_singular fictional_plural countries index_title description visible_profile_fields visible_profile_notes
message_credits signup_credits photo_credits gift_credits message_length search_fields refund_days member_resell company_id mail_name`.split(
  /\s+/
)

/** Settings that only the operator and the origin know. */
const PRIVATE = [
  'pool',
  'group',
  'aliases',
  'status',
  'campaigns',
  'interests',
  'claims',
  'hsts',
  'photo_moderation',
  'payment_provider',
  'bundles',
  'descriptor'
]

export function settingsTests(start: StartEdge): void {
  describe('settings', () => {
    // An edge waits for its first settings only so long: on a busy machine it serves what it has, and newer settings once they arrive.
    test('the origin’s settings replace the build’s copy [API-10] [API-12]', async () => {
      const edge = await start({ tenants: [NEWER], snapshot: [VELVET] })
      await expect.poll(async () => titleOf(await edge.fetch('http://velvet.example/'))).toBe('Nieuwe titel')
      const asked = edge.calls.find(({ path }) => path === '/api/settings.php')!
      expect(asked.query.get('forced-domain')).toBe('velvet.example')
      expect(asked.facts?.host).toBe('')
      await edge.stop()
    })

    test('every page carries the settings of the specification, and no others than are public [SET-1] [SET-8]', async () => {
      const edge = await start()
      const read = async () => {
        const html = await (await edge.fetch('http://velvet.example/login', { country: 'NL' })).text()
        return JSON.parse(/id="tenant">(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>
      }
      // The first page waits for the origin's settings only so long, and the build's copy has no key for pushes.
      await expect.poll(async () => (await read())['push_public_key'], { timeout: 30_000 }).not.toBeNull()
      const inlined = await read()
      const missing = SPECIFIED.filter((key) => inlined[key] === undefined)
      expect(missing).toEqual([])
      expect(SPECIFIED).toHaveLength(34)
      expect(PRIVATE.filter((key) => key in inlined)).toEqual([])
      expect(inlined).toMatchObject({
        company_id: 'brandhouse',
        geoip_country: 'NL',
        geoip_selected_country: null,
        minimum_message_costs: { NL: { costs: 67, currency: 'EUR' }, BE: { costs: 67, currency: 'EUR' } },
        push_public_key: PUSH_PUBLIC_KEY
      })
      await edge.stop()
    })

    test('settings that the edge already has come back as a 304, and new ones replace them', async () => {
      const tenants = [VELVET]
      const edge = await start({ tenants })
      const push = () => pushed(edge, { tenant: 'velvet', version: 2 })
      await push()
      await push()
      const tags = edge.calls.filter(({ path }) => path === '/api/settings.php').map(({ headers }) => headers.get('if-none-match'))
      expect(tags.at(-1)).toBe('"velvet.1"')
      expect(await titleOf(await edge.fetch('http://velvet.example/'))).toBe('Velvet in het Nederlands')
      tenants[0] = NEWER
      await push()
      expect(await titleOf(await edge.fetch('http://velvet.example/'))).toBe('Nieuwe titel')
      await edge.stop()
    })

    const pushed = async (edge: EdgeUnderTest, what: unknown, { late = 0, signed = JSON.stringify(what) } = {}) =>
      edge.fetch('http://any.example/__edge/changed', {
        method: 'POST',
        body: JSON.stringify(what),
        headers: { 'x-edge-signature': await signPush(EDGE_SECRET, signed, Date.now() - late) }
      })

    test('a brand speaks of direct debit only while its origin can send the code for it [SCR-21]', async () => {
      let sends_texts = true
      const edge = await start({
        tenants: [VELVET],
        origin: ({ path }) =>
          path === '/api/settings.php'
            ? Response.json({ ...VELVET, domain_language: 'nl', push_public_key: PUSH_PUBLIC_KEY, sends_texts })
            : undefined
      })
      const spoken = async () => {
        const pages = ['/pages/faq', '/pages/terms', '/pages/privacy'].map((path) => edge.fetch(`http://velvet.example${path}?lang=en`))
        const texts = await Promise.all((await Promise.all(pages)).map((page) => page.text()))
        return texts.map((text) => /direct debit/i.test(text))
      }
      expect(await spoken()).toEqual([true, true, true])
      sends_texts = false
      await pushed(edge, { tenant: 'velvet', version: 1 })
      expect(await spoken()).toEqual([false, false, false])
      await edge.stop()
    })

    test('a signed push makes new settings live at once, on any host, and says which version is served', async () => {
      const tenants = [VELVET]
      const edge = await start({ tenants })
      await edge.fetch('http://velvet.example/')
      tenants[0] = NEWER
      const answer = await pushed(edge, { tenant: 'velvet', version: 2 })
      expect(await answer.json()).toEqual({ tenant: 'velvet', version: 2 })
      expect(await titleOf(await edge.fetch('http://velvet.example/'))).toBe('Nieuwe titel')
      tenants.push(aTenant({ id: 'fresh' }))
      expect(await (await pushed(edge, { tenant: 'fresh', version: 1 })).json()).toEqual({ tenant: 'fresh', version: 1 })
      expect((await edge.fetch('http://fresh.example/')).status).toBe(200)
      expect(await (await pushed(edge, { tenant: 'nobody', version: 1 })).json()).toEqual({ tenant: 'nobody', version: null })
      await edge.stop()
    })

    test('a push that is unsigned, old, early or altered changes nothing', async () => {
      const edge = await start()
      await edge.fetch('http://velvet.example/')
      const before = edge.calls.length
      const what = { tenant: 'velvet', version: 2 }
      const bare = await edge.fetch('http://velvet.example/__edge/changed', { method: 'POST', body: JSON.stringify(what) })
      const old = await pushed(edge, what, { late: 61_000 })
      const early = await pushed(edge, what, { late: -61_000 })
      const altered = await pushed(edge, what, { signed: JSON.stringify({ ...what, version: 1 }) })
      const long = await pushed(edge, { ...what, padding: 'x'.repeat(2_000) })
      for (const { status } of [bare, old, early, altered, long]) expect(status).toBe(403)
      expect((await pushed(edge, { tenant: 5 })).status).toBe(400)
      expect((await edge.fetch('http://velvet.example/__edge/changed')).status).toBe(404)
      expect(edge.calls.length).toBe(before)
      await edge.stop()
    })

    test('an API answer that names a newer version makes the edge fetch it, and the browser never sees the name', async () => {
      const tenants = [VELVET]
      const edge = await start({
        tenants,
        origin: ({ path }) =>
          path === '/api/interests.php'
            ? Response.json({ interests: [] }, { headers: { 'x-config-version': `velvet=${tenants[0]!.version}` } })
            : undefined
      })
      const ask = () => edge.fetch('http://velvet.example/api/interests.php')
      const settingsCalls = () => edge.calls.filter(({ path }) => path === '/api/settings.php').length
      await edge.fetch('http://velvet.example/')
      expect((await ask()).headers.get('x-config-version')).toBeNull()
      const before = settingsCalls()
      tenants[0] = NEWER
      await ask()
      await expect.poll(async () => titleOf(await edge.fetch('http://velvet.example/'))).toBe('Nieuwe titel')
      await ask()
      expect(settingsCalls()).toBe(before + 1)
      await edge.stop()
    })

    test('the refresh contains the tracking of the request that caused it; one answer serves every campaign', async () => {
      const edge = await start()
      await edge.fetch('http://velvet.example/?network=north&ref=r-1&sub1=a&lb=2&q=junk&sub2=%3Cscript%3E')
      await edge.fetch('http://velvet.example/?network=south')
      const asked = edge.calls.filter(({ path }) => path === '/api/settings.php')
      expect(asked.map(({ query }) => query.toString())).toEqual(['forced-domain=velvet.example&network=north&ref=r-1&sub1=a&lb=2'])
      await edge.stop()
    })
  })
}
