import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { tenantsCommand } from '../fixtures/command.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function makeFolder(...tenants: { path: string; text: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tether-tenants-'))
  folders.push(folder)
  mkdirSync(join(folder, 'tenants/companies'), { recursive: true })
  for (const { path, text } of [...tenants, companyFile()]) writeFileSync(join(folder, path), text)
  return folder
}

/** Runs `npm run tenants --` with these arguments; by default on the project's own folder. */
const run = (words: string[], folder?: string) =>
  tenantsCommand(words, folder ? { TENANTS_DIR: join(folder, 'tenants'), DATA_DIR: join(folder, 'data') } : {}, folder)

test('list --json gives the eight facts of every tenant', async () => {
  const { status, stdout } = await run(['list', '--json'])
  expect(status).toBe(0)
  const rows = JSON.parse(stdout) as Record<string, unknown>[]
  expect(rows.length).toBeGreaterThanOrEqual(8)
  for (const row of rows)
    expect(Object.keys(row)).toEqual(['id', 'domain', 'aliases', 'pool', 'status', 'domain_language', 'countries', 'signups'])
  expect(rows).toContainEqual({
    id: 'fluwijn',
    domain: 'fluwijn.example',
    aliases: ['fluwijn-daten.example', 'fluwijn-chat.example'],
    pool: 'dusk',
    status: 'live',
    domain_language: 'nl',
    countries: ['NL', 'BE'],
    signups: 'all'
  })
})

test('list shows one tenant per line and names those left out', async () => {
  const { status, stdout, stderr } = await run(['list'], makeFolder(tenantFile('velvet'), tenantFile('roses', { niche: 0 })))
  expect(status).toBe(0)
  expect(stdout).toMatch(/^velvet +velvet\.example +velvet +draft +nl +NL +none$/m)
  expect(stdout).not.toContain('roses')
  expect(stderr).toContain('Left out because of mistakes: roses.')
})

test('check succeeds on sound files, even with warnings', async () => {
  const { status, stdout } = await run(['check'], makeFolder(tenantFile('velvet', { signups: 'everyone' })))
  expect(status).toBe(0)
  expect(stdout).toContain('1 tenant, 0 errors, 1 warning')
})

test('check fails on a mistake and names file, line, column and what to do', async () => {
  const { status, stdout } = await run(['check'], makeFolder(tenantFile('velvet', { min_age: 16 }), tenantFile('roses')))
  expect(status).toBe(1)
  expect(stdout).toMatch(/^tenants\/velvet\.json\n +19:14 {2}error {4}"min_age" must be at least 18, not 16\.\n +Never below 18\.$/m)
  expect(stdout).toContain('2 tenants, 1 error, 0 warnings')
})

test('check of one tenant ignores the others', async () => {
  const folder = makeFolder(tenantFile('velvet', { min_age: 16 }), tenantFile('roses'))
  expect((await run(['check', 'roses'], folder)).status).toBe(0)
  expect((await run(['check', 'velvet'], folder)).status).toBe(1)
  const unknown = await run(['check', 'rosses'], folder)
  expect([unknown.status, unknown.stderr.trim()]).toEqual([1, 'There is no tenant "rosses". Did you mean "roses"?'])
})

test('check of one tenant shows what is wrong with its company and with the one it extends', async () => {
  const heir = { path: 'tenants/roses.json', text: '{ "id": "roses", "extends": "velvet", "domain": "roses.example" }' }
  const folder = makeFolder(tenantFile('velvet', { min_age: 16 }), tenantFile('dusk', { company_id: 'lantern' }), heir)
  expect((await run(['check', 'roses'], folder)).stdout).toContain('"min_age" must be at least 18, not 16.')
  const company = companyFile({ id: 'lantern', kvk: '' })
  writeFileSync(join(folder, company.path), company.text)
  const { stdout } = await run(['check', 'dusk'], folder)
  expect(stdout).toContain('"kvk" must not be empty')
  expect(stdout).not.toContain('min_age')
})

test.each([
  [['dns', 'velvet'], 'The file of "velvet" has mistakes. Run: npm run tenants -- check velvet'],
  [['show', 'velvet'], 'The file of "velvet" has mistakes. Run: npm run tenants -- check velvet'],
  [['preview', 'velvett'], 'There is no tenant "velvett". There are: roses.'],
  [['lst'], 'There is no command "lst". Did you mean "list"?'],
  [['publish', 'roses', '--dryrun'], 'There is no option "--dryrun". Did you mean "--dry-run"?']
])('%j is refused in the same words for people and, with --json, for programs', async (words, message) => {
  const folder = makeFolder(tenantFile('velvet', { min_age: 16 }), tenantFile('roses'))
  const told = await run(words, folder)
  expect([told.status, told.stderr.trim()]).toEqual([1, message])
  const program = await run([...words, '--json'], folder)
  expect([program.status, program.stderr, JSON.parse(program.stdout)]).toEqual([1, '', { error: message }])
})

test('check --json gives the same for programs', async () => {
  const { status, stdout } = await run(['check', '--json'], makeFolder(tenantFile('velvet', { min_age: 16 })))
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    errors: 1,
    warnings: 0,
    problems: [
      {
        file: 'tenants/velvet.json',
        line: 19,
        column: 14,
        path: 'min_age',
        severity: 'error',
        message: '"min_age" must be at least 18, not 16.',
        fix: 'Never below 18.'
      }
    ]
  })
})

test('snapshot writes the copy for Node and the one for Workers, without tenants that have mistakes', async () => {
  const folder = makeFolder(tenantFile('velvet'), tenantFile('roses', { niche: 0 }))
  const { status, stderr } = await run(['snapshot', join(folder, 'dist')], folder)
  expect(status).toBe(0)
  expect(stderr).toContain('"niche"')
  const [node, workers] = ['tenants.json', 'public/_build/tenants.json'].map((file) => readFileSync(join(folder, 'dist', file), 'utf8'))
  expect(workers).toBe(node)
  const { records } = JSON.parse(node!) as { records: { settings: { id: string }; version: number }[] }
  expect(records.map(({ settings, version }) => [settings.id, version])).toEqual([['velvet', 0]])
})

test('a wrong command prints the commands and fails', async () => {
  const { status, stdout, stderr } = await run(['toString'])
  expect(status).toBe(1)
  expect(stderr).toContain('There is no command "toString".')
  expect(stdout).toContain('check [id]')
  expect((await run([])).status).toBe(0)
})

const BRAND = '--domain roses.example --lang nl --countries nl,BE --company brand-house --primary #C0186A'.split(' ')

test('new writes a draft that check finds sound, with texts in every language its visitors can choose [DC-7]', async () => {
  const folder = makeFolder(tenantFile('velvet'))
  const { status, stdout } = await run(['new', 'roses', ...BRAND], folder)
  expect(status).toBe(0)
  expect(stdout).toContain('Wrote tenants/roses.json, a draft.')
  expect(stdout).toContain('npm run tenants -- publish roses')
  const text = readFileSync(join(folder, 'tenants/roses.json'), 'utf8')
  expect(text).toContain('"countries": ["NL", "BE"],')
  expect(JSON.parse(text)).toMatchObject({
    $schema: './tenant.schema.json',
    id: 'roses',
    name: 'Roses',
    status: 'draft',
    theme: { primary: '#c0186a' },
    index_title: { nl: 'Roses', fr: 'Roses', de: 'Roses' },
    mail_name: 'Brand House B.V.',
    support_email: 'help@roses.example'
  })
  expect((await run(['check', 'roses'], folder)).stdout).toContain('1 tenant, 0 errors, 0 warnings')
})

test('a new brand has hsts for as long as the instructions say', async () => {
  const folder = makeFolder(tenantFile('velvet'))
  await run(['new', 'roses', ...BRAND], folder)
  const { fields } = JSON.parse((await run(['show', 'roses', '--resolved', '--json'], folder)).stdout) as {
    fields: { field: string; value: unknown }[]
  }
  const told = /Leave `hsts` at a day \((\d+)\)/.exec(readFileSync(join(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8'))
  expect(fields.find(({ field }) => field === 'hsts')?.value).toBe(Number(told?.[1]))
})

test.each([
  ['München.example', 'xn--mnchen-3ya.example'],
  ['https://Roses.example/', 'roses.example']
])('new accepts the domain %s as written', async (typed, domain) => {
  const folder = makeFolder(tenantFile('velvet'))
  expect((await run(['new', 'roses', ...BRAND, '--domain', typed], folder)).status).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'tenants/roses.json'), 'utf8'))).toMatchObject({ domain, support_email: `help@${domain}` })
})

test.each([
  ['an id that is taken', ['velvet', ...BRAND], 'There is a tenant "velvet" already.'],
  ['an id that leads out of the folder', ['../roses', ...BRAND], 'An id has 2 to 31 lower case letters'],
  ['a language of its own', ['roses', ...BRAND, '--lang', 'nn'], 'There is no language "nn".'],
  ['nothing of what it needs', ['roses'], 'Also give --domain, --lang, --countries.'],
  ['an option that it does not know', ['roses', '--colour', 'red'], 'There is no option "--colour".']
])('new refuses %s and writes nothing', async (_, words, message) => {
  const folder = makeFolder(tenantFile('velvet'))
  const { status, stderr } = await run(['new', ...words], folder)
  expect([status, existsSync(join(folder, 'tenants/roses.json'))]).toEqual([1, false])
  expect(stderr).toContain(message)
})

test('new refuses the host of another brand and a colour that cannot be read, and writes nothing', async () => {
  const folder = makeFolder(tenantFile('velvet'))
  const { status, stdout } = await run(
    ['new', 'roses', ...BRAND, '--domain', 'www.velvet.example', '--primary', '#ffd1e8', '--json'],
    folder
  )
  expect([status, existsSync(join(folder, 'tenants/roses.json'))]).toEqual([1, false])
  const { file, problems } = JSON.parse(stdout) as { file: null; problems: { path: string }[] }
  expect([file, ...problems.map(({ path }) => path)]).toEqual([null, 'domain', 'theme.primary'])
})

test('show names the source of every value: the file, the one it extends, or the default', async () => {
  const folder = makeFolder(tenantFile('velvet', { message_credits: 3, aliases: ['velvet-dates.example'] }), {
    path: 'tenants/roses.json',
    text: '{ "id": "roses", "extends": "velvet", "domain": "roses.example", "status": "live" }'
  })
  const { status, stdout } = await run(['show', 'roses', '--resolved', '--json'], folder)
  expect(status).toBe(0)
  const { fields } = JSON.parse(stdout) as { fields: { field: string; value: unknown; source: string }[] }
  const of = (name: string) => fields.find(({ field }) => field === name)
  expect(of('domain')).toEqual({ field: 'domain', value: 'roses.example', source: 'file' })
  expect(of('message_credits')).toEqual({ field: 'message_credits', value: 3, source: 'extends:velvet' })
  expect(of('aliases')).toEqual({ field: 'aliases', value: [], source: 'default' })
  expect(of('pool')).toEqual({ field: 'pool', value: 'roses', source: 'default' })
  expect((await run(['show', 'roses'], folder)).stdout).not.toContain('message_credits')
  expect((await run(['show', 'rosess'], folder)).stderr).toContain('Did you mean "roses"?')
})
