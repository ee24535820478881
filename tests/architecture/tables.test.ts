import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANDERS } from '../../client/pages/landers.ts'
import { PAGES } from '../../client/pages/registry.ts'
import { HANDLERS } from '../../origin/http/handlers.ts'
import { CONTRACT, ENDPOINTS } from '../../shared/api/contract.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import { ROOT, sourceFiles } from './source.ts'

test('every route has a page, and every page a route', () => {
  expect(Object.keys({ ...PAGES, ...LANDERS }).sort()).toEqual(ROUTES.map(({ key }) => `./${key}/page.tsx`).sort())
})

/** Patterns of the specified routes, from the list of requirements. */
const SPECIFIED = [...readFileSync(`${ROOT}docs/requirements.tsv`, 'utf8').matchAll(/^RT-\d+\t[^\t]*\tRoute (\S+) exists/gm)].map(
  ([, pattern]) => pattern!
)

test('every specified route is in the table', () => {
  const there = new Set<string>(ROUTES.map(({ pattern }) => pattern))
  expect(SPECIFIED.length).toBeGreaterThan(50)
  expect(SPECIFIED.filter((pattern) => !there.has(pattern))).toEqual([])
})

test('a link names a route of the table', () => {
  const keys = new Set<string>(ROUTES.map(({ key }) => key))
  const named = sourceFiles()
    .filter(({ folder }) => folder === 'client')
    .flatMap(({ path, text }) => [...text.matchAll(/(?:useLink\(|href\(|\bto=)['"]([\w-]+)['"]/g)].map(([, key]) => ({ path, key: key! })))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ key }) => !keys.has(key))).toEqual([])
})

test('keys and patterns of routes are unique', () => {
  expect(new Set(ROUTES.map(({ key }) => key)).size).toBe(ROUTES.length)
  expect(new Set(ROUTES.map(({ pattern }) => pattern)).size).toBe(ROUTES.length)
})

test('every endpoint has a handler and every handler an endpoint', () => {
  expect(Object.keys(HANDLERS).sort()).toEqual(Object.keys(CONTRACT).sort())
})

test('the contract contains each part that `shared/api` describes, and no name is in two of them', () => {
  const modules = import.meta.glob<object>('../../shared/api/*.ts', { eager: true })
  const described = Object.entries(modules)
    .filter(([path]) => !path.endsWith('/contract.ts'))
    .flatMap(([, module]) => Object.values(module))
    .filter((part) => Object.values(part ?? {}).some((one) => typeof one === 'object' && one !== null && 'caller' in one && 'path' in one))
    .flatMap((part) => Object.keys(part))
  expect(described.sort()).toEqual(Object.keys(CONTRACT).sort())
})

test('the transport of calls knows no endpoint by name: differences are in the contract', () => {
  const names = Object.keys(CONTRACT).join('|')
  const carriers = sourceFiles().filter(({ path }) => /^(origin\/http\/(?!dev)|origin\/app\.ts|worker\/proxy\/|client\/api\/)/.test(path))
  expect(carriers.length).toBeGreaterThan(30)
  const named = carriers.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`\\b(${names})\\b`, 'g'))].map(([name]) => `${path}: ${name}`)
  )
  expect(named).toEqual([])
})

test('no two endpoints share method, path and required query parameter', () => {
  const addresses = ENDPOINTS.map(({ method, path, when }) => `${method} ${path} ${when}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a route has at most five queries', () => {
  const BRAND = { countries: ['NL'], search_fields: [] }
  for (const { key } of ROUTES)
    expect(routeQueries(key, { id: 'x', token: 'x' }, new URLSearchParams(), { member: true, tenant: BRAND }).length).toBeLessThanOrEqual(5)
})

/** The ids of all requirements. */
function requirements(): string[] {
  const rows = readFileSync(`${ROOT}docs/requirements.tsv`, 'utf8').trim().split('\n').slice(1)
  return rows.map((line) => line.split('\t')[0]!)
}

test('every requirement is cited by a test', () => {
  const texts = sourceFiles()
    .filter(({ folder, path }) => folder === 'tests' && !path.includes('/long/'))
    .map(({ text }) => text)
  expect(requirements().filter((id) => !texts.some((text) => text.includes(`[${id}]`)))).toEqual([])
})

test('what a file refers to by a number can be looked up: requirements and decisions', () => {
  const ids = new Set(requirements())
  const decisions = new Set(readdirSync(`${ROOT}docs/decisions`).map((name) => name.slice(0, 3)))
  const lost = sourceFiles().flatMap(({ path, folder, text }) => {
    const pattern = folder === 'tests' ? /\[([A-Z]{2,5}-\d+)\]/g : /[([]([A-Z]{1,5}-\d+)[)\]]/g
    const unknown = [...text.matchAll(pattern)].map(([, id]) => id!).filter((id) => !ids.has(id))
    const numbers = [...text.matchAll(/\bdecisions?[ /](\d+)/g)].map(([, number]) => number!).filter((number) => !decisions.has(number))
    // The specification isn't part of this project; the requirements contain its sentences.
    const chapters = [...text.matchAll(/\bSPEC\b/g)].filter(() => folder !== 'tests').map(([word]) => word)
    return [...unknown, ...numbers, ...chapters].map((name) => `${path}: ${name}`)
  })
  expect(lost).toEqual([])
})
