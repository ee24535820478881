import * as v from 'valibot'
import { LOCALES } from '../i18n/locales.ts'
import { entry } from './entry.ts'
import { CountryCode, NoBody, NoQuery, Nothing, PublicId, RegionCode } from './values.ts'
import { Company, Tenant } from '../tenants/schema.ts'

const Host = v.pipe(v.string(), v.maxLength(253))

/** A list without the members that this program cannot read: one brand of a newer program must not hide all the others. */
const readable = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list) => list.filter((one): one is v.InferInput<S> => v.is(item, one)).map((one) => v.parse(item, one)))
  )
const Tracked = v.optional(v.pipe(v.string(), v.maxLength(512)))

export const getSettings = entry({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings.php',
  summary: 'Settings of the tenant of a host; the answer does not depend on the tracking query.',
  audience: 'anyone',
  caller: 'edge',
  query: v.strictObject({
    'forced-domain': Host,
    network: Tracked,
    ref: Tracked,
    sub1: Tracked,
    sub2: Tracked,
    sub3: Tracked,
    lb: Tracked
  }),
  body: NoBody,
  // Read leniently, as the list of hosts is: in a rolling deploy origin and edge are of different versions.
  output: v.object({
    settings: Tenant,
    company: Company,
    domain_language: v.string(),
    push_public_key: v.string(),
    version: v.number()
  }),
  errors: ['not_found']
})

export const getHosts = entry({
  name: 'getHosts',
  method: 'GET',
  path: '/api/hosts.php',
  summary: 'The versioned index of every host.',
  audience: 'anyone',
  caller: 'edge',
  query: NoQuery,
  body: NoBody,
  output: v.object({
    version: v.number(),
    tenants: readable(
      v.object({
        id: v.string(),
        domain: v.string(),
        aliases: v.array(v.string()),
        status: Tenant.entries.status,
        /** What pages of another domain of the group say of this one. */
        group: v.nullable(v.string()),
        domain_language: v.picklist(LOCALES),
        countries: v.array(CountryCode),
        version: v.number()
      })
    )
  })
})

export const listInterests = entry({
  name: 'listInterests',
  method: 'GET',
  path: '/api/interests.php',
  summary: "Interests of this tenant's niche, keys of the messages `interest.<key>`.",
  audience: 'anyone',
  query: NoQuery,
  body: NoBody,
  output: v.strictObject({ interests: v.array(v.string()) })
})

export const listRegions = entry({
  name: 'listRegions',
  method: 'GET',
  path: '/api/regions.php',
  summary: 'Regions of a country, by name.',
  audience: 'anyone',
  query: v.strictObject({ country: CountryCode }),
  body: NoBody,
  output: v.strictObject({ country: CountryCode, regions: v.array(v.strictObject({ code: RegionCode, name: v.string() })) })
})

/** Degrees. The browser rounds to tenths before it asks; finer ones are rounded before anything else is done with them. */
const Degrees = (most: number) =>
  v.pipe(
    v.string('invalid'),
    v.regex(/^-?\d{1,3}(\.\d{1,10})?$/, 'invalid'),
    v.transform((text) => Math.round(Number(text) * 10) / 10),
    v.minValue(-most, 'invalid'),
    v.maxValue(most, 'invalid')
  )

export const getGeocode = entry({
  name: 'getGeocode',
  method: 'GET',
  path: '/api/geocode.php',
  summary: 'The region around a place. Nothing of it is kept or logged; null where no region is known.',
  audience: 'anyone',
  limit: 'search',
  query: v.strictObject({ lat: Degrees(90), lon: Degrees(180) }),
  body: NoBody,
  output: v.strictObject({
    place: v.nullable(v.strictObject({ country: CountryCode, region: RegionCode, region_name: v.string() }))
  })
})

export const getCompanyInfo = entry({
  name: 'getCompanyInfo',
  method: 'GET',
  path: '/api/companyinfo.php',
  summary: 'The company behind this site.',
  audience: 'anyone',
  query: NoQuery,
  body: NoBody,
  output: v.strictObject({
    name: v.string(),
    address: v.string(),
    kvk: v.string(),
    city: v.string(),
    country: CountryCode,
    tradenames: v.array(v.string()),
    vat_numbers: v.array(v.string()),
    support_phone: v.string(),
    delete_discount: v.boolean(),
    added: v.string()
  })
})

export const pageHidden = entry({
  name: 'pageHidden',
  method: 'POST',
  path: '/api/page-hidden.php',
  summary: 'The page was hidden: stores when the member was last seen.',
  audience: 'anyone',
  caller: 'beacon',
  limit: 'beacon',
  query: NoQuery,
  body: Nothing,
  output: Nothing
})

export const pageBounce = entry({
  name: 'pageBounce',
  method: 'POST',
  path: '/api/page-bounce.php',
  summary: 'A visit with `lb` left at once: counted by day and campaign, without a person.',
  audience: 'anyone',
  caller: 'beacon',
  limit: 'beacon',
  query: NoQuery,
  body: Nothing,
  output: Nothing
})

export const streamEvents = entry({
  name: 'streamEvents',
  method: 'GET',
  path: '/api/events.php',
  summary: 'Server-sent events of the member after `after`, resumed by Last-Event-ID; without both from now on.',
  audience: 'member',
  answer: 'events',
  // An `EventSource` sets no headers: the member it is for, and where it begins, stand in the address.
  query: v.strictObject({
    expected_member: v.optional(PublicId),
    after: v.optional(v.pipe(v.string('invalid'), v.regex(/^\d{1,15}$/, 'invalid')))
  }),
  body: NoBody,
  output: v.strictObject({})
})

export const getOpenApi = entry({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This contract as OpenAPI 3.1.',
  audience: 'anyone',
  query: NoQuery,
  body: NoBody,
  output: v.looseObject({ openapi: v.string() })
})
