import { expect, test } from 'vitest'
import { parseTenantFiles, type SourceFile } from '../../shared/tenants/parse-files.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'

const parse = (...files: SourceFile[]) => parseTenantFiles([...files, companyFile()])
const raw = (text: string): SourceFile => ({ path: 'tenants/velvet.json', text })

/** Every problem of velvet.json as "line:column message fix". */
const told = (...files: SourceFile[]) =>
  parse(...files)
    .problems.filter(({ file }) => file === 'tenants/velvet.json')
    .map(({ line, column, message, fix }) => `${line}:${column} ${message} ${fix}`)

test('a sound tenant is served with its company and every default', () => {
  const { records, problems } = parse(tenantFile('velvet'))
  expect(problems).toEqual([])
  expect(records).toHaveLength(1)
  expect(records[0]!.company.name).toBe('Brand House B.V.')
  expect(records[0]!.settings).toMatchObject({
    id: 'velvet',
    signups: 'none',
    min_age: 18,
    refund_days: 14,
    message_credits: 2,
    fictional_profiles: false,
    support_phone: ''
  })
})

test.each([
  ['{\n  "id": "velvet"\n  "name": "V"\n}', '2:17 This is not JSON: a comma is missing.'],
  ['{\n  "id": "velvet",\n}', '3:1 This is not JSON: a comma too many.'],
  ['{\n  "niche": two\n}', '2:12 This is not JSON: a value is missing or not quoted after "niche".'],
  ["{\n  'id': 1\n}", '2:3 This is not JSON: a key needs double quotes.'],
  ['{\n  "id" "velvet"\n}', '2:8 This is not JSON: a colon is missing after "id".'],
  ['{\n  "name": "Vel\nvet"\n}', '2:11 This is not JSON: a text is not closed'],
  ['{ "id": "velvet"', '1:17 This is not JSON: "}" is missing.'],
  ['{} {}', '1:4 This is not JSON: text after the end'],
  ['', '1:1 This is not JSON: the text ends too early.'],
  ['[1]', '1:1 The file must hold one object.'],
  ['['.repeat(50_000), '1:22 This is not JSON: nested too deep.']
])('text that is not one JSON object is named at its line and column: %#', (text, start) => {
  const [problem] = told(raw(text))
  expect(problem).toContain(start)
})

test('a duplicate key is a mistake at the second one', () => {
  expect(told(raw('{\n  "id": "velvet",\n  "id": "velvet"\n}'))).toContain(
    '3:3 "id" appears twice; only the last one would count. Remove one.'
  )
})

test('every unknown field is named, with the field that was probably meant', () => {
  const problems = told(tenantFile('velvet', { signup: 'all', contries: ['NL'], zebra: 1, theme: { primry: '#c0186a' } }))
  expect(problems).toEqual([
    '19:3 There is no field "signup". Did you mean "signups"?',
    '20:3 There is no field "contries". Did you mean "countries"?',
    '23:3 There is no field "zebra". Remove it.',
    '25:5 There is no field "theme.primry". Did you mean "primary"?'
  ])
})

test.each([
  [{ niche: 8 }, '9:12 "niche" must be at most 7, not 8. 1 general, 2 BDSM,'],
  [{ niche: '2' }, '9:12 "niche" must be a number without quotes, not "2".'],
  [{ min_age: 16 }, '"min_age" must be at least 18, not 16. Never below 18.'],
  [{ refund_days: 7 }, '"refund_days" must be at least 14, not 7.'],
  [{ domain_language: 'nn' }, '5:22 "domain_language" must be one of da, de, en, es, fi, fr, it, nb, nl, pl, sv, not "nn".'],
  [{ logged_out_search: 'limted' }, 'Did you mean "limited"?'],
  [
    { domain: 'https://Velvet.example/' },
    '4:13 "domain" must be a host name in lower case (punycode), such as velvetdates.example, not "https://Velvet.example/". Write "velvet.example".'
  ],
  [{ aliases: ['fluwéel.example'] }, 'Write "xn--fluwel-eva.example".'],
  [{ countries: [] }, '"countries" must not be empty, not []. Countries members can choose'],
  [{ index_title: { nl: 'A', ne: 'B' } }, 'There is no field "index_title.ne". Use one of da, de, en, es, fi, fr, it, nb, nl, pl, sv.'],
  [{ mail_name: undefined }, '1:1 "mail_name" is missing. Add it. Sender of mails and title of pushes; neutral, others see them too.'],
  [{ support_email: 'help' }, '"support_email" must be an email address such as help@velvetdates.example, not "help".'],
  [{ theme: { primary: 'pink' } }, '"theme.primary" must be a colour such as #c0186a, not "pink".'],
  [{ demo: 'yes' }, '"demo" must be true or false without quotes, not "yes".'],
  [{ id: 'roses' }, '2:9 "id" is "roses", but the file is called velvet.json. Write "velvet" or rename the file.']
])('%j is reported with place, rule and fix [SET-4]', (fields, expected) => {
  const { records, problems } = parse(tenantFile('velvet', fields))
  expect(records).toEqual([])
  expect(told(tenantFile('velvet', fields))[0]).toContain(expected)
  expect(problems[0]).toMatchObject({ file: 'tenants/velvet.json', severity: 'error' })
})

test('a tenant inherits whole fields from the one it extends, but not its hosts and status', () => {
  const base = tenantFile('velvet', {
    aliases: ['velvet-dates.example'],
    status: 'paused',
    theme: { primary: '#a3243b', secondary: '#f7c873' },
    message_credits: 3
  })
  const child: SourceFile = {
    path: 'tenants/velvet-be.json',
    text: '{ "id": "velvet-be", "extends": "velvet", "domain": "velvet-be.example", "countries": ["BE"], "theme": { "primary": "#7d3f12" }, "index_title": { "nl": "V", "fr": "V", "de": "V" }, "description": { "nl": "V", "fr": "V", "de": "V" } }'
  }
  const { records, problems } = parse(base, child)
  expect(problems).toEqual([])
  expect(records[1]!.settings).toMatchObject({
    id: 'velvet-be',
    name: 'Velvet Dates',
    message_credits: 3,
    aliases: [],
    status: 'draft',
    countries: ['BE'],
    theme: { primary: '#7d3f12' }
  })
  expect(records[1]!.settings.theme.secondary).toBeUndefined()
})

test('a mistake in an extended file is reported once there and keeps both from being served', () => {
  const { records, problems } = parse(tenantFile('velvet', { niche: 9 }), {
    path: 'tenants/velvet-be.json',
    text: '{ "id": "velvet-be", "extends": "velvet", "domain": "velvet-be.example" }'
  })
  expect(records).toEqual([])
  expect(problems.map(({ file, path, message }) => [file, path, message])).toEqual([
    ['tenants/velvet-be.json', 'extends', 'It inherits a mistake of "velvet".'],
    ['tenants/velvet.json', 'niche', '"niche" must be at most 7, not 9.']
  ])
})

test.each([
  ['velvet', 'A tenant cannot extend itself.'],
  ['rosees', 'There is no readable tenant "rosees" to extend. Did you mean "roses"?'],
  ['child', '"child" extends a tenant itself; there is one level only. Extend "roses"']
])('extending %s is refused', (name, message) => {
  const child = { path: 'tenants/child.json', text: '{ "id": "child", "extends": "roses", "domain": "child.example" }' }
  const velvet = { path: 'tenants/velvet.json', text: `{ "id": "velvet", "extends": "${name}", "domain": "velvet.example" }` }
  const { problems } = parse(tenantFile('roses'), child, velvet)
  const [problem] = problems.filter(({ file }) => file === 'tenants/velvet.json')
  expect(`${problem!.message} ${problem!.fix}`).toContain(message)
})

test('a tenant without a sound company is not served and says which one it needs', () => {
  expect(told(tenantFile('velvet', { company_id: 'brand-hose' }))[0]).toContain(
    '16:17 There is no company "brand-hose". Did you mean "brand-house"?'
  )
  const { records, problems } = parseTenantFiles([tenantFile('velvet'), companyFile({ kvk: undefined })])
  expect(records).toEqual([])
  expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
    'tenants/companies/brand-house.json "kvk" is missing.',
    'tenants/velvet.json The company "brand-house" has mistakes.'
  ])
})

test('one broken file leaves the other tenants as they are', () => {
  const { records } = parse(tenantFile('velvet'), { path: 'tenants/roses.json', text: '{' })
  expect(records.map(({ settings }) => settings.id)).toEqual(['velvet'])
})

test('a key called __proto__ is an unknown field like any other', () => {
  expect(told(raw('{\n  "__proto__": { "demo": true }\n}'))).toContain('2:3 There is no field "__proto__". Remove it.')
})
