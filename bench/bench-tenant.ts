import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { Company, Tenant, type TenantRecord } from '../shared/tenants/schema.ts'

/** The bench's own brand. */
export const BENCH_TENANT: TenantRecord = {
  settings: v.parse(Tenant, {
    id: 'bench',
    name: 'Bench',
    domain: 'bench.example',
    status: 'live',
    domain_language: 'en',
    countries: ['GB'],
    niche: 1,
    index_title: { en: 'Bench' },
    description: { en: 'A page to measure.' },
    signups: 'all',
    logged_out_search: 'all',
    company_id: 'bench',
    mail_name: 'Bench',
    support_email: 'help@bench.example'
  }),
  company: v.parse(Company, {
    id: 'bench',
    name: 'Bench Ltd',
    address: '1 Road',
    city: 'London',
    country: 'GB',
    kvk: '1',
    tradenames: [],
    vat_numbers: [],
    added: '2024-01-01'
  }),
  version: 1
}

/** `count` brands that differ in name and domain; the first is the bench's own. */
export function benchTenants(count: number): TenantRecord[] {
  const more = Array.from({ length: count - 1 }, (_tenant, index): TenantRecord => {
    const id = `bench-${index + 1}`
    return { ...BENCH_TENANT, settings: { ...BENCH_TENANT.settings, id, name: `Bench ${index + 1}`, domain: `${id}.example` } }
  })
  return [BENCH_TENANT, ...more]
}

/** A copy of the build whose tenants are the bench's. */
export async function writeBenchDist(dist: string, records: readonly TenantRecord[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tether-bench-'))
  await cp(dist, folder, { recursive: true })
  await writeFile(join(folder, 'tenants.json'), JSON.stringify({ records }))
  return folder
}
