import type { StoredKey } from '../../origin/payments/provider-keys.ts'
import { methodsIn } from '../../shared/rules/prices.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import { isTestProvider } from '../../shared/tenants/selling.ts'
import { UsageError } from '../operator/usage-error.ts'
import { ask, settingsInPage } from './ask.ts'
import { fail, ok, warn, type Finding, type Site } from './finding.ts'
import { findDatabaseUrl } from '../database/running-database.ts'

/** Whether a brand that sells meets its duties to buyers, as far as that is visible from outside; and its key, if its database can be queried. */
export async function sellingFindings({ url, page, local }: Site): Promise<Finding[]> {
  const settings = settingsInPage(page.body)
  if (settings?.sells !== true) return []
  const company = settings.company as { name: string; vat_numbers: string[] }
  const days = Number(settings.refund_days)
  const pages = await Promise.all(
    ['/pricing', '/pages/return-policy', '/pages/service'].map(async (path) => {
      const answer = await ask(new URL(path, url)).catch(() => null)
      return answer?.status === 200 && answer.body.includes(company.name) ? null : path
    })
  )
  const missing = pages.filter((path) => path !== null)
  return [
    company.vat_numbers.length > 0
      ? ok('selling', `${company.name}, ${company.vat_numbers.join(', ')}`)
      : fail('selling', `no VAT number of ${company.name}`, 'Receipts must show one: add "vat_numbers" to the company.'),
    days >= 14 ? ok('withdrawal', `${days} days`) : fail('withdrawal', `${days} days`, 'Buyers have at least 14: set "refund_days".'),
    missing.length === 0
      ? ok('legal pages', 'prices, return policy and service name the company')
      : fail(
          'legal pages',
          `${missing.join(', ')} does not answer 200 with the company`,
          'Buyers must be able to read it before they pay.'
        ),
    ...(await hiddenFindings(url, local))
  ]
}

/** Whether payments are set up completely: only the database knows what is needed. */
async function hiddenFindings(url: URL, local: boolean): Promise<Finding[]> {
  const unseen = (why: string, fix: string) => [warn('provider', why, fix)]
  if (!findDatabaseUrl()) return unseen('cannot be seen from here', 'Set DATABASE_URL, or run this where npm start runs.')
  const [{ publishedTenants }, { listKeys }, { withDatabase }] = await Promise.all([
    import('../../origin/settings/store.ts'),
    import('../../origin/payments/provider-keys.ts'),
    import('../database/with-database.ts')
  ])
  const found = await withDatabase(async (db, { appSecret }) => ({
    tenants: await publishedTenants(db),
    keys: await listKeys(db, appSecret)
  })).catch((error: unknown) => {
    if (error instanceof UsageError) return error.message
    throw error
  })
  if (typeof found === 'string') return unseen('cannot be seen from here', found)
  const record = found.tenants.find(({ settings }) => (local ? `${settings.id}.localhost` : settings.domain) === url.hostname)
  if (!record) return unseen(`${url.hostname} is not in this database`, 'Set DATABASE_URL to the one that serves it.')
  return [await keyFinding(record.settings, found.keys), ...(await debitFinding(url, record.settings))]
}

/** Whether the provider has what it needs, and the statement a neutral name. */
async function keyFinding(settings: Tenant, keys: readonly StoredKey[]): Promise<Finding> {
  const { lackingKey } = await import('../../origin/payments/provider-keys.ts')
  const { payment_provider: provider, descriptor, demo } = settings
  const lack = lackingKey(settings, keys)
  if (lack?.severity === 'error') return fail('provider', lack.message, lack.fix)
  if (!descriptor) return fail('provider', 'no descriptor', 'Members must know what their bank statement will show: set "descriptor".')
  if (isTestProvider(provider) && !demo)
    return fail('provider', `the ${provider}, where no money moves`, 'Choose a real provider, or "none".')
  if (lack) return warn('provider', lack.message, lack.fix)
  return ok('provider', `${provider}, "${descriptor}" on statements`)
}

/** Whether a brand that collects by direct debit really offers it: without text messages it is hidden. No findings for other brands. */
async function debitFinding(url: URL, settings: Tenant): Promise<Finding[]> {
  const countries = settings.countries.filter((country) => methodsIn(settings, country).includes('directdebit'))
  if (countries.length === 0) return []
  const offered = await Promise.all(
    countries.map(async (country) => {
      const answer = await ask(new URL(`/api/credits.php?country=${country}`, url)).catch(() => null)
      return answer?.status === 200 ? methodsOf(answer.body).includes('directdebit') : null
    })
  )
  if (offered.includes(null)) return [warn('direct debit', 'cannot be seen from here', 'Do the prices answer (/pricing)?')]
  const missing = countries.filter((_, index) => !offered[index])
  if (missing.length === 0) return [ok('direct debit', `offered in ${countries.join(', ')}`)]
  return [
    fail(
      'direct debit',
      `set up for ${missing.join(', ')}, but not offered there`,
      'Mandates are signed by a code sent to a phone: set SMS_URL where the origin runs, or take "directdebit" off "payment_methods".'
    )
  ]
}

function methodsOf(body: string): string[] {
  try {
    return (JSON.parse(body) as { methods: { id: string }[] }).methods.map(({ id }) => id)
  } catch {
    return []
  }
}
