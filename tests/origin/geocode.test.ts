import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTRY_CODES, regionsOf } from '../../shared/tenants/regions.ts'
import { findRegion } from '../../origin/geo/find-region.ts'
import places from '../../origin/geo/places.json' with { type: 'json' }
import { createWorld, type World } from '../fixtures/origin.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ask = (lat: string, lon: string) => world.call('getGeocode', { query: { lat, lon } })

test('a place is answered with its region [API-7]', async () => {
  expect((await ask('52.37', '4.9')).body).toEqual({ place: { country: 'NL', region: 'NL-NH', region_name: 'Noord-Holland' } })
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
  const loud = await createWorld()
  loud.deps.log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const anna = await loud.aMember()
  const before = await loud.everything()
  await loud.call('getGeocode', { as: anna, query: { lat: '52.1357', lon: '4.9753' } })
  expect(await loud.everything()).toBe(before)
  expect(lines.join('')).not.toMatch(/52\.1|4\.9/)
  await loud.close()
})
