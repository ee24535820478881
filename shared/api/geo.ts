import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { CountryCode, NoBody, RegionCode } from './values.ts'

/** Degrees. The browser rounds to tenths before the request; more exact ones are rounded before anything else is done with them. */
const Degrees = (most: number) =>
  v.pipe(
    v.string('invalid'),
    v.regex(/^-?\d{1,3}(\.\d{1,10})?$/, 'invalid'),
    v.transform((text) => Math.round(Number(text) * 10) / 10),
    v.minValue(-most, 'invalid'),
    v.maxValue(most, 'invalid')
  )

export const geo = contract({
  getGeocode: {
    method: 'GET',
    path: '/api/geocode.php',
    summary: 'The region around a place. Nothing is stored or logged; null if no region is known.',
    audience: 'anyone',
    limit: 'search',
    query: v.strictObject({ lat: Degrees(90), lon: Degrees(180) }),
    body: NoBody,
    output: v.strictObject({
      place: v.nullable(v.strictObject({ country: CountryCode, region: RegionCode, region_name: v.string() }))
    })
  }
})
