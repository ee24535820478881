import { settings } from '../../shared/api/settings.ts'
import { implement } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { vapidKeysOf } from '../push/vapid-keys.ts'
import { interestsOfNiche } from '../../shared/tenants/interests.ts'
import { regionsOf } from '../../shared/tenants/regions.ts'

export const handlers = implement(settings, {
  /** All settings of a host's tenant, for the edge only: the edge picks what a browser may know. */
  getSettings: async ({ deps, query }) => {
    const tenant = deps.tenants.find(query['forced-domain'])
    if (!tenant) throw notFound()
    const { settings, company, version } = tenant
    const { publicKey } = await vapidKeysOf(deps, settings.id)
    const sends_texts = deps.sms !== null
    return { settings, company, domain_language: settings.domain_language, push_public_key: publicKey, sends_texts, version }
  },

  getHosts: async ({ deps }) => ({
    version: deps.tenants.version(),
    tenants: deps.tenants.all().map(({ settings, version }) => ({
      id: settings.id,
      domain: settings.domain,
      aliases: settings.aliases,
      status: settings.status,
      group: settings.group ?? null,
      domain_language: settings.domain_language,
      countries: settings.countries,
      version
    }))
  }),

  listInterests: async ({ tenant }) => ({
    interests: tenant.settings.interests ?? interestsOfNiche(tenant.settings.niche)
  }),

  listRegions: async ({ query }) => ({
    country: query.country,
    regions: regionsOf(query.country).map(({ code, name }) => ({ code, name }))
  }),

  getCompanyInfo: async ({ tenant: { company } }) => ({
    name: company.name,
    address: company.address,
    kvk: company.kvk,
    city: company.city,
    country: company.country,
    tradenames: company.tradenames,
    vat_numbers: company.vat_numbers,
    support_phone: company.support_phone,
    delete_discount: company.delete_discount,
    added: company.added
  })
})
