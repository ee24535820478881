import * as v from 'valibot'
import { LOCALES } from '../i18n/locales.ts'
import { CountryCode, NoBody, NoQuery, RegionCode } from './values.ts'
import { Company, Tenant } from '../tenants/schema.ts'
import { contract } from './endpoint.ts'

const Host = v.pipe(v.string(), v.maxLength(253))

/** A list without the items that this version of the program can't read: one brand written by a newer version must not hide all the others. */
const readable = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list) => list.filter((one): one is v.InferInput<S> => v.is(item, one)).map((one) => v.parse(item, one)))
  )
const Tracked = v.optional(v.pipe(v.string(), v.maxLength(512)))

export const settings = contract({
  getSettings: {
    method: 'GET',
    path: '/api/settings.php',
    summary: 'Settings of the tenant of a host; the answer does not depend on the tracking query.',
    audience: 'anyone',
    caller: 'edge',
    etag: 'tenant',
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
    // Read leniently, like the list of hosts: during a rolling deploy origin and edge have different versions.
    output: v.object({
      settings: Tenant,
      company: Company,
      domain_language: v.string(),
      push_public_key: v.string(),
      /** The installation can send text messages. */
      sends_texts: v.optional(v.boolean(), true),
      version: v.number()
    }),
    errors: ['not_found']
  },
  getHosts: {
    method: 'GET',
    path: '/api/hosts.php',
    summary: 'The versioned index of every host.',
    audience: 'anyone',
    caller: 'edge',
    etag: 'tenants',
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
          /** What pages of the group's other domains need to know about this one. */
          group: v.nullable(v.string()),
          domain_language: v.picklist(LOCALES),
          countries: v.array(CountryCode),
          version: v.number()
        })
      )
    })
  },
  listInterests: {
    method: 'GET',
    path: '/api/interests.php',
    summary: "Interests of this tenant's niche, keys of the messages `interest.<key>`.",
    audience: 'anyone',
    constant: true,
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({ interests: v.array(v.string()) })
  },
  listRegions: {
    method: 'GET',
    path: '/api/regions.php',
    summary: 'Regions of a country, by name.',
    audience: 'anyone',
    constant: true,
    query: v.strictObject({ country: CountryCode }),
    body: NoBody,
    output: v.strictObject({ country: CountryCode, regions: v.array(v.strictObject({ code: RegionCode, name: v.string() })) })
  },
  getCompanyInfo: {
    method: 'GET',
    path: '/api/companyinfo.php',
    summary: 'The company behind this site.',
    audience: 'anyone',
    whileClosed: true,
    constant: true,
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
  }
})
