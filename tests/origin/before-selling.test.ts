import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { check } from '../../bin/tenants/commands.ts'
import type { Finding } from '../../bin/tenants/finding.ts'
import { sellingFindings } from '../../bin/tenants/selling-findings.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { removeKey, storeKey } from '../../origin/payments/provider-keys.ts'
import type { Problem } from '../../shared/tenants/problem.ts'
import type { TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'
import { aCompany, SELLING } from '../fixtures/tenants.ts'

// What a brand still needs before it may sell, as reported by `npm run tenants -- check` for its files and by `doctor` for its running site.
const origin = sharedOrigin({ sites: [{ id: 'isle' }] })
const folder = mkdtempSync(join(tmpdir(), 'tether-selling-'))
beforeAll(() => mkdirSync(join(folder, 'companies')))
beforeEach(() => {
  vi.stubEnv('APP_ENV', 'local')
  vi.stubEnv('DATABASE_URL', origin.databaseUrl)
  vi.stubEnv('APP_SECRET', origin.deps.secrets.app)
  vi.stubEnv('DATA_DIR', join(folder, 'none'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
afterAll(() => rmSync(folder, { recursive: true }))

const ANOTHER = 'another secret '.repeat(3)
const AWAY = 'postgres://127.0.0.1:1/none'
type Key = 'live' | 'test' | null

/** Stores a key of this kind for velvet at its provider, or removes the one that is there. */
async function keep(key: Key): Promise<void> {
  const place = { tenant: 'velvet', provider: 'mollie' }
  const act = { author: 'mia', reason: 'a test' }
  await inUnitOfWork(origin.deps, async (unit) => {
    if (key) await storeKey(unit, { ...place, key: `${key}_${'k'.repeat(30)}` }, act)
    else await removeKey(unit, place, act)
  })
}

describe('check', () => {
  /** A live brand with all that it needs, and the key that takes money. */
  const SOUND = {
    status: 'live',
    domain: 'velvetdates.nl',
    payment_provider: 'mollie',
    descriptor: SELLING.descriptor,
    bundles: SELLING.bundles
  }

  interface Lack {
    brand?: Record<string, unknown>
    company?: Record<string, unknown>
    key?: Key
    /** The command's APP_SECRET, if it isn't the origin's. */
    secret?: string
    database?: string
  }

  /** Errors and warnings of the brand about selling as "path severity: message", and the exit code. */
  async function checked({ brand, company, key = 'live', secret, database }: Lack): Promise<[number, string[]]> {
    await keep(key)
    if (secret !== undefined) vi.stubEnv('APP_SECRET', secret)
    if (database !== undefined) vi.stubEnv('DATABASE_URL', database)
    writeFileSync(join(folder, 'velvet.json'), tenantFile('velvet', { ...SOUND, ...brand }).text)
    writeFileSync(join(folder, 'companies/brand-house.json'), companyFile(company).text)
    const said = vi.spyOn(console, 'log').mockReturnValue()
    vi.spyOn(console, 'error').mockReturnValue()
    const status = await check({ dir: folder, words: ['velvet'], json: true, options: {} })
    const { problems } = JSON.parse(String(said.mock.lastCall![0])) as { problems: Problem[] }
    // Prices that no country pays are for other tests.
    const told = problems.filter(({ path }) => !path.startsWith('bundles.'))
    return [status, told.map(({ path, severity, message }) => `${path} ${severity}: ${message}`)]
  }

  test('lets a brand sell that has a company with a VAT number, bundles, a name for statements, and a key that takes money', async () => {
    expect(await checked({})).toEqual([0, []])
  })

  test.each<[string, Lack, string]>([
    ['a company', { brand: { company_id: 'lantern' } }, 'company_id error: There is no company "lantern".'],
    [
      'a VAT number',
      { company: { vat_numbers: [] } },
      'company_id error: Receipts must show a VAT number, and the company "Brand House B.V." has none.'
    ],
    ['fourteen days to withdraw', { brand: { refund_days: 13 } }, 'refund_days error: "refund_days" must be at least 14, not 13.'],
    [
      'a name for statements',
      { brand: { descriptor: undefined } },
      'descriptor error: Members must know before they pay what their bank statement will show.'
    ],
    ['something to sell', { brand: { bundles: [] } }, 'bundles error: The brand sells, but has nothing to sell.'],
    [
      'a provider that moves money',
      { brand: { payment_provider: 'sandbox' } },
      'payment_provider error: No money moves in the sandbox: only demo tenants sell with it.'
    ],
    ['a key', { key: null }, 'payment_provider error: The brand sells through mollie but has no key for it yet.'],
    [
      'a key that takes money',
      { key: 'test' },
      'payment_provider error: The key of mollie is a test key: members would get credits, but no money would move.'
    ],
    [
      'a key that can be opened',
      { secret: ANOTHER },
      "payment_provider error: The key of mollie can't be opened with this APP_SECRET: it was stored with another."
    ]
  ])('fails on a brand without %s', async (_, lack, problem) => {
    const [status, problems] = await checked(lack)
    expect([status, problems.filter((told) => told.includes(' error: '))]).toEqual([1, [problem]])
  })

  test.each<[string, Lack]>([
    ['a demo', { brand: { demo: true }, key: 'test' }],
    ['a draft', { brand: { status: 'draft' }, key: 'test' }],
    ['a brand that sells nothing', { brand: { payment_provider: 'none' }, company: { vat_numbers: [] }, key: null }]
  ])('lets %s do without a key that takes money', async (_, lack) => {
    expect((await checked(lack))[0]).toBe(0)
  })

  test.each([
    ['no database', ''],
    ['one that does not answer', AWAY]
  ])('only warns where the keys cannot be known, with %s', async (_, database) => {
    const warning = 'payment_provider warning: Nothing is known of a key at mollie: no database answers.'
    expect(await checked({ database, key: null })).toEqual([0, [warning]])
  })

  test('only warns where the APP_SECRET is not known', async () => {
    vi.stubEnv('APP_ENV', 'production')
    const warning = "payment_provider warning: Whether the key of mollie can be opened is not known: APP_SECRET isn't set."
    expect(await checked({ secret: '' })).toEqual([0, [warning]])
  })
})

describe('doctor', () => {
  const LEGAL = ['/pricing', '/pages/return-policy', '/pages/service']
  const COMPANY = aCompany()
  /** Pages of the site that don't answer, or don't name the company. */
  let missing: readonly string[] = []
  let nameless: readonly string[] = []
  const site = createServer((request, answer) => {
    const path = request.url ?? ''
    answer.statusCode = missing.includes(path) ? 404 : 200
    answer.end(nameless.includes(path) ? 'who sells' : COMPANY.name)
  })
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    port = (site.address() as AddressInfo).port
  })
  afterAll(() => void site.close())

  interface Lack {
    /** The settings in its page. */
    shown?: Record<string, unknown>
    /** What is published. */
    brand?: Parameters<TestOrigin['publish']>[0]
    key?: Key
    secret?: string
    missing?: readonly string[]
    nameless?: readonly string[]
    database?: string
    host?: string
  }

  const SOUND: Parameters<TestOrigin['publish']>[0] = {
    id: 'velvet',
    payment_provider: 'mollie',
    descriptor: SELLING.descriptor,
    payment_methods: { NL: ['card'], BE: ['card'] }
  }

  async function findings(lack: Lack): Promise<Finding[]> {
    const { shown, brand, key = 'live', secret, database, host = 'velvet.localhost' } = lack
    ;({ missing = [], nameless = [] } = lack)
    await origin.publish({ ...SOUND, ...brand })
    await keep(key)
    if (secret !== undefined) vi.stubEnv('APP_SECRET', secret)
    if (database !== undefined) vi.stubEnv('DATABASE_URL', database)
    const settings = JSON.stringify({ sells: true, company: COMPANY, refund_days: 14, ...shown })
    const body = `<script type="application/json" id="tenant">${settings}</script>`
    return await sellingFindings({
      url: new URL(`http://${host}:${port}/`),
      page: { status: 200, headers: {}, body, ms: 1 },
      local: true
    })
  }

  const GOOD = [
    ['selling', 'ok', `${COMPANY.name}, ${COMPANY.vat_numbers.join(', ')}`],
    ['withdrawal', 'ok', '14 days'],
    ['legal pages', 'ok', 'prices, return policy and service name the company'],
    ['provider', 'ok', `mollie, "${SELLING.descriptor}" on statements`]
  ]
  const told = (found: readonly Finding[]) => found.map(({ check: name, state, found: what }) => [name, state, what])

  test('finds nothing wrong with a brand that may sell, and says nothing of one that sells nothing', async () => {
    const sound = await findings({})
    expect(told(sound)).toEqual(GOOD)
    expect(sound.map(({ fix }) => fix)).toEqual(['', '', '', ''])
    expect(await findings({ shown: { sells: false } })).toEqual([])
  })

  test.each<[string, Lack, [check: string, state: string, found: string, fix: string]]>([
    [
      'a VAT number',
      { shown: { company: { ...COMPANY, vat_numbers: [] } } },
      ['selling', 'fail', `no VAT number of ${COMPANY.name}`, '"vat_numbers"']
    ],
    ['fourteen days to withdraw', { shown: { refund_days: 13 } }, ['withdrawal', 'fail', '13 days', '"refund_days"']],
    [
      'prices to read',
      { missing: ['/pricing'] },
      ['legal pages', 'fail', '/pricing does not answer 200 with the company', 'before they pay']
    ],
    [
      'the company on its legal pages',
      { nameless: LEGAL.slice(1) },
      ['legal pages', 'fail', '/pages/return-policy, /pages/service does not answer 200 with the company', 'before they pay']
    ],
    [
      'a key',
      { key: null },
      [
        'provider',
        'fail',
        'The brand sells through mollie but has no key for it yet.',
        'npm run keys -- set velvet mollie --reason "Key stored" < key.txt'
      ]
    ],
    [
      'a key that takes money',
      { key: 'test' },
      ['provider', 'fail', 'The key of mollie is a test key: members would get credits, but no money would move.', 'npm run keys']
    ],
    [
      'a key that can be opened',
      { secret: ANOTHER },
      [
        'provider',
        'fail',
        "The key of mollie can't be opened with this APP_SECRET: it was stored with another.",
        'If this APP_SECRET is the origin\'s, store the key again: npm run keys -- set velvet mollie --reason "Key stored" < key.txt'
      ]
    ],
    ['a name for statements', { brand: { descriptor: '' } }, ['provider', 'fail', 'no descriptor', 'set "descriptor"']],
    [
      'a provider that moves money',
      { brand: { payment_provider: 'sandbox' } },
      ['provider', 'fail', 'the sandbox, where no money moves', 'Choose a real provider']
    ],
    ['a database', { database: '' }, ['provider', 'warn', 'cannot be seen from here', 'Set DATABASE_URL']],
    ['a database that answers', { database: AWAY }, ['provider', 'warn', 'cannot be seen from here', 'does not answer']],
    [
      'its own database',
      { host: 'roses.localhost' },
      ['provider', 'warn', 'roses.localhost is not in this database', 'the one that serves it']
    ]
  ])('says of a brand without %s what it lacks, and what to do', async (_, lack, [name, state, found, fix]) => {
    const findingsOf = await findings(lack)
    expect(told(findingsOf)).toEqual(GOOD.map((good) => (good[0] === name ? [name, state, found] : good)))
    expect(findingsOf.find(({ check: one }) => one === name)!.fix).toContain(fix)
  })
})
