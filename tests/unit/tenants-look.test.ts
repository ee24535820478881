import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'
import { tenantsCommand } from '../fixtures/command.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function makeFolder(fields: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'tether-look-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'companies'))
  writeFileSync(join(folder, 'velvet.json'), tenantFile('velvet', fields).text)
  writeFileSync(join(folder, 'companies/brand-house.json'), companyFile().text)
  return folder
}

/** A site that answers these paths, or `//host/path` of another of its hosts; an answer that isn't a string is written by a function. */
async function aSite(paths: Record<string, string | ((answer: ServerResponse) => void)>, headers: Record<string, string>): Promise<string> {
  const site: Server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const found = paths[`//${request.headers.host}${url.pathname}`] ?? paths[url.pathname]
    for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value)
    if (typeof found === 'function') return found(answer)
    answer.statusCode = found === undefined ? 404 : 200
    answer.end(found)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  ends.push(() => site.close())
  return `http://velvet.localhost:${(site.address() as AddressInfo).port}`
}

interface Check {
  check: string
  state: string
  found: string
  fix: string
}

async function doctor(url: string): Promise<{ status: number | null; failed: number; of: (name: string) => Check | undefined }> {
  const { status, stdout } = await tenantsCommand(['doctor', url, '--json'], {})
  const { failed, checks } = JSON.parse(stdout) as { failed: number; checks: Check[] }
  return { status, failed, of: (name) => checks.find(({ check }) => check === name) }
}

const STRICT = { 'content-security-policy': "default-src 'none'; script-src 'self'" }
const HEAD = [
  '<link rel="canonical" href="https://velvet.example/">',
  '<link rel="alternate" hreflang="nl" href="https://velvet.example/"><link rel="alternate" hreflang="fr" href="https://velvet-fr.example/">',
  '<link rel="alternate" hreflang="x-default" href="https://velvet.example/">',
  '<link rel="manifest" href="/manifest.webmanifest"><meta property="og:image" content="https://velvet.example/og.png">'
].join('')
const settings = (warning: boolean) => `<script type="application/json" id="tenant">${JSON.stringify({ entry_warning: warning })}</script>`
const SOUND = {
  '/': HEAD,
  '/robots.txt': 'User-agent: *\nSitemap: https://velvet.example/sitemap.xml',
  '/sitemap.xml': '<urlset><url><loc>https://velvet.example/</loc></url></urlset>',
  '/manifest.webmanifest': '{ "name": "Velvet", "icons": [{ "src": "/icon.svg" }] }',
  '/icon.svg': '<svg/>',
  '/og.png': 'png',
  '/landers/gallery': settings(true)
}

test('doctor finds nothing wrong with a sound site', async () => {
  const { status, failed, of } = await doctor(await aSite(SOUND, STRICT))
  expect([status, failed]).toEqual([0, 0])
  const names = [
    'redirects',
    'status',
    'canonical',
    'hreflang',
    'csp',
    'robots.txt',
    'sitemap.xml',
    'manifest',
    'og:image',
    'entry warning'
  ]
  expect(names.map((name) => [name, of(name)?.state])).toEqual(names.map((name) => [name, 'ok']))
  expect(of('hreflang')?.found).toBe('2 pages on 2 domains, all name each other')
  expect(of('speed')?.found).toMatch(/first byte after \d+ ms/)
})

test.each<[string, Record<string, string>, Record<string, string>, string, string]>([
  [
    'a policy that allows inline scripts',
    {},
    { 'content-security-policy': "script-src 'self' 'unsafe-inline'" },
    'csp',
    "allows 'unsafe-inline'"
  ],
  [
    'a domain of the group that names others',
    { '//velvet-fr.example/': HEAD.replaceAll('velvet.example', 'roses.example') },
    STRICT,
    'hreflang',
    'https://velvet-fr.example/ names other pages'
  ],
  [
    'a domain of the group that is away',
    { '//velvet-fr.example/': '' },
    STRICT,
    'hreflang',
    'https://velvet-fr.example/ names other pages'
  ],
  ['no canonical', { '/': '<html>' }, STRICT, 'canonical', 'none'],
  ['a sitemap without addresses', { '/sitemap.xml': '<urlset></urlset>' }, STRICT, 'sitemap.xml', 'no addresses'],
  [
    'a manifest whose icon is away',
    { '/manifest.webmanifest': '{ "icons": [{ "src": "/no.png" }] }' },
    STRICT,
    'manifest',
    'an icon is missing'
  ],
  ['a manifest that is no JSON', { '/manifest.webmanifest': '<html>' }, STRICT, 'manifest', 'answers 200, or no JSON'],
  ['a warning that never shows', { '/landers/gallery': settings(false) }, STRICT, 'entry warning', 'shows in 0 of NL and DE']
])('doctor fails on %s and says what to do', async (_, paths, headers, check, found) => {
  const { status, of } = await doctor(await aSite({ ...SOUND, ...paths }, headers))
  expect(status).toBe(1)
  expect(of(check)?.state).toBe('fail')
  expect(of(check)?.found).toContain(found)
  expect(of(check)?.fix).not.toBe('')
})

test('doctor distinguishes a redirect loop, a host without tenant and a host that doesn’t answer', async () => {
  const round = (answer: ServerResponse) => answer.writeHead(308, { location: '/' }).end()
  expect((await doctor(await aSite({ '/': round }, STRICT))).of('redirects')?.fix).toContain('redirects in a loop')
  expect((await doctor(await aSite({}, STRICT))).of('status')?.fix).toContain('No live tenant has this host')
  const unreachable = await doctor('http://127.0.0.1:1')
  expect([unreachable.status, unreachable.of('answer')?.state]).toEqual([1, 'fail'])
  const { status, stderr } = await tenantsCommand(['doctor', 'velvetdates.nl'], {})
  expect([status, stderr]).toEqual([1, expect.stringContaining('Which site?')])
})

test('preview lists every layout in every country and the languages chosen there, and says when nothing serves them', async () => {
  const folder = makeFolder({ countries: ['NL', 'BE'] })
  const { status, stdout } = await tenantsCommand(['preview', 'velvet', '--json'], { TENANTS_DIR: folder, PORT: '1' })
  expect(status).toBe(0)
  const { served, previews } = JSON.parse(stdout) as { served: boolean; previews: Record<string, unknown>[] }
  expect(served).toBe(false)
  expect(new Set(previews.map(({ layout }) => layout))).toEqual(new Set(['default', 'lander', 'empty']))
  const places = previews
    .filter(({ layout }) => layout === 'default')
    .map(({ country, language }) => `${String(country)} ${String(language)}`)
  expect(places).toEqual(['NL nl', 'BE nl', 'BE fr', 'BE de'])
  expect(previews.find(({ layout, country }) => layout === 'lander' && country === 'NL')).toMatchObject({
    entry_warning: true,
    url: expect.stringMatching(/^http:\/\/velvet\.localhost:1\/landers\/\w+\?lang=nl&__country=NL$/) as string
  })
  expect((await tenantsCommand(['preview', 'velvet'], { TENANTS_DIR: folder, PORT: '1' })).stdout).toContain('Run npm start')
})

test('dns lists a record for every host with its www twin, either way, and says when it can’t query', async () => {
  const folder = makeFolder({ aliases: ['dates.velvet.example', 'www.roses.example'] })
  // Nothing listens there.
  const env = { TENANTS_DIR: folder, DNS_SERVERS: '127.0.0.1:1' }
  const { status, stdout } = await tenantsCommand(['dns', 'velvet', '--target', 'edge.example.net', '--json'], env)
  expect(status).toBe(0)
  const { records, offline } = JSON.parse(stdout) as { offline: boolean; records: { host: string; type: string; state: string }[] }
  expect(offline).toBe(true)
  expect(records.map(({ host, type, state }) => [host, type, state])).toEqual([
    ['velvet.example', 'ALIAS', 'unknown'],
    ['www.velvet.example', 'CNAME', 'unknown'],
    ['dates.velvet.example', 'ALIAS or CNAME', 'unknown'],
    ['www.dates.velvet.example', 'CNAME', 'unknown'],
    ['www.roses.example', 'CNAME', 'unknown'],
    ['roses.example', 'ALIAS', 'unknown']
  ])
  const shown = await tenantsCommand(['dns', 'velvet', '--target', 'edge.example.net'], env)
  expect(shown.stdout).toContain('this machine is offline')
  expect(shown.stdout).toContain('pattern = "www.velvet.example"')
})
