import pino from 'pino'
import { expect, test } from 'vitest'
import { COUNTRY_CODES, regionsOf } from '../../shared/tenants/regions.ts'
import { findRegion } from '../../origin/geo/find-region.ts'
import places from '../../origin/geo/places.json' with { type: 'json' }
import { createTestOrigin, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const ask = (lat: string, lon: string) => origin.call('getGeocode', { query: { lat, lon } })

test('a place is answered with its region [API-7]', async () => {
  expect((await ask('52.37', '4.9')).body).toEqual({ place: { country: 'NL', region: 'NL-NH', region_name: 'Noord-Holland' } })
})

/** Everything that shows members whom one doesn't know yet. */
const SURFACES = ['searchMembers', 'getSwipeDeck', 'findMatches', 'getHome', 'getSignupMatches'] as const

/** What an answer says about a member, in all places. */
function saidOf(answer: unknown, id: string): object[] {
  if (typeof answer !== 'object' || answer === null) return []
  const inside = Object.values(answer).flatMap((part) => saidOf(part, id))
  return 'id' in answer && answer.id === id ? [{ ...answer, id: '', name: '' }, ...inside] : inside
}

test('three accounts that move about learn nothing of where someone is beyond the region', async () => {
  await origin.publish({ id: 'moving', countries: ['NL', 'BE'] })
  const move = async (as: TestMember, lat: string, lon: string) => {
    const { country, region } = (await ask(lat, lon)).body.place!
    expect((await origin.call('updateProfile', { as, body: { country, region } })).status).toBe(200)
    return region
  }
  const aMember = () => origin.aMember({ tenant: 'moving', country: 'NL', region: null })
  // At both ends of a region.
  const [north, south] = [await aMember(), await aMember()]
  expect([await move(north, '52.95', '4.75'), await move(south, '52.25', '5.15')]).toEqual(['NL-NH', 'NL-NH'])
  const solvers = await Promise.all([1, 2, 3].map(aMember))
  const answers = { genders: [], min_age: 18, max_age: 99, country: 'NL', region: null, interests: [], reasons: [] }
  for (const solver of solvers) await origin.call('answerMatchFinder', { as: solver, body: answers })

  const first: Record<string, Set<boolean>> = {}
  let shown = 0
  for (const [lat, lon] of [
    ['52.96', '4.76'],
    ['52.24', '5.2'],
    ['50.85', '5.69'],
    ['51.22', '4.4']
  ] as const) {
    for (const [index, solver] of solvers.entries()) {
      await move(solver, (Number(lat) - index / 20).toFixed(2), lon)
      for (const name of SURFACES) {
        const { status, body, text } = await origin.call(name, { as: solver })
        expect([name, status]).toEqual([name, 200])
        const said = saidOf(body, north.id)
        expect(said).toEqual(saidOf(body, south.id))
        shown += said.length
        if (said.length > 0) (first[name] ??= new Set()).add(text.indexOf(north.id) < text.indexOf(south.id))
      }
      const profiles = await Promise.all([north, south].map(({ id }) => origin.call('getMember', { as: solver, query: { id } })))
      expect(saidOf(profiles[0]!.body, north.id)).toEqual(saidOf(profiles[1]!.body, south.id))
    }
  }
  expect(shown).toBeGreaterThan(40)
  // The same one comes first wherever the reader stands.
  for (const name of SURFACES) expect([name, first[name]?.size]).toEqual([name, 1])
})

test.each([
  ['Utrecht', 52.1, 5.1, 'NL-UT'],
  ['Maastricht', 50.8, 5.7, 'NL-LI'],
  ['Antwerpen', 51.2, 4.4, 'BE-VAN'],
  ['Köln', 50.9, 7, 'DE-NW'],
  ['Potsdam', 52.4, 13.1, 'DE-BB'],
  ['Zürich', 47.4, 8.5, 'CH-ZH'],
  ['Lyon', 45.8, 4.8, 'FR-ARA'],
  ['Milano', 45.5, 9.2, 'IT-25'],
  ['Sevilla', 37.4, -6, 'ES-AN'],
  ['Las Palmas', 28.1, -15.4, 'ES-CN'],
  ['Kraków', 50.1, 19.9, 'PL-12'],
  ['Göteborg', 57.7, 12, 'SE-O'],
  ['Tromsø', 69.6, 19, 'NO-55'],
  ['Tampere', 61.5, 23.8, 'FI-11'],
  ['Aarhus', 56.2, 10.2, 'DK-82'],
  ['Leeds', 53.8, -1.5, 'GB-YH'],
  ['Galway', 53.3, -9, 'IE-G'],
  ['Chicago', 41.9, -87.6, 'US-IL'],
  ['Honolulu', 21.3, -157.9, 'US-HI'],
  ['Monterrey', 25.7, -100.3, 'MX-NLE'],
  ['Auckland', -36.8, 174.8, 'NZ-AUK'],
  ['Perth', -32, 115.9, 'AU-WA']
])('%s lies in the right region', (_, latitude, longitude, region) => {
  expect(findRegion(latitude, longitude)?.region).toBe(region)
})

test.each([
  ['Praha', 50.1, 14.4],
  ['Tokyo', 35.7, 139.7]
])('%s lies in no region we know', (_, latitude, longitude) => expect(findRegion(latitude, longitude)).toBeNull())

test('every region can be found, and no other', () => {
  const known = COUNTRY_CODES.flatMap((country) => regionsOf(country).map(({ code }) => code))
  expect(Object.keys(places).sort()).toEqual(['-', ...known].sort())
})

test.each([
  ['91', '0'],
  ['0', '181'],
  ['here', '4'],
  ['1e1', '4'],
  ['', '4']
])('latitude %s, longitude %s are refused', async (lat, lon) => expect((await ask(lat, lon)).status).toBe(422))

test('nothing about a place is stored or logged', async () => {
  const lines: string[] = []
  const loud = await createTestOrigin()
  loud.deps.log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const anna = await loud.aMember()
  const before = await loud.everything()
  await loud.call('getGeocode', { as: anna, query: { lat: '52.1357', lon: '4.9753' } })
  expect(await loud.everything()).toBe(before)
  expect(lines.join('')).not.toMatch(/52\.1|4\.9/)
  await loud.close()
})
