import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../../bin/tenants/ask.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { freePort } from '../../bin/free-port.ts'
import { isLong } from '../fixtures/long.ts'
import { startCommand, type Started } from '../fixtures/start-command.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'

let database: TestDatabase
let folder: string
let port: number
let running: Started | null

beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tether-own-'))
  port = await freePort()
  running = null
})
afterEach(async () => {
  await running?.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function write(...files: { path: string; text: string }[]): void {
  mkdirSync(join(folder, 'tenants/companies'), { recursive: true })
  for (const { path, text } of files) writeFileSync(join(folder, path), text)
}

const MODES = {
  local: {},
  production: { APP_ENV: 'production', EDGE_SECRET: 'e'.repeat(32), APP_SECRET: 'a'.repeat(32), SMTP_URL: 'smtp://127.0.0.1:9' }
}

const start = async (name: 'start' | 'origin', mode: keyof typeof MODES = 'local') =>
  (running = await startCommand(name, {
    ...MODES[mode],
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    TENANTS_DIR: join(folder, 'tenants'),
    PORT: String(port)
  }))

test.each(isLong ? (['start', 'origin'] as const) : (['start'] as const))(
  'npm run %s serves a folder of own brands, without a demo brand',
  async (name) => {
    write(tenantFile('velvet', { status: 'live' }), companyFile())
    const { status, stdout, stderr } = await start(name)
    expect([status, stderr]).toEqual([null, ''])
    expect(stdout).not.toContain('@cast.example')
    expect(stdout).toMatch(new RegExp(`^ready in local mode on .*${port}$`, 'm'))
    if (name === 'origin') return
    expect(stdout).toMatch(/^ +http:\/\/velvet\.localhost:\d+ +Velvet Dates/m)
    const page = async (host: string, path: string) => await ask(new URL(`http://${host}:${port}${path}`))
    expect(await page('velvet.localhost', '/login')).toMatchObject({ status: 200 })
    expect(new Set((await page('localhost', '/')).body.match(/http:\/\/[\w-]+\.localhost/g))).toEqual(new Set(['http://velvet.localhost']))
    expect(await page('localhost', '/__dev/mail')).toMatchObject({ status: 200 })
  }
)

test.runIf(isLong).each([
  ['start', 'local'],
  ['origin', 'local'],
  ['origin', 'production']
] as const)('npm run %s (%s) says that a folder has no brands, and how to create one', async (name, mode) => {
  write(companyFile())
  const { status, stdout, stderr } = await start(name, mode)
  expect([status, stdout.includes('ready ')]).toEqual([1, false])
  expect(stderr.trim()).toBe(
    `There is no brand to serve: none is published, and ${join(folder, 'tenants')} has none. Create one: npm run tenants -- new velvet`
  )
})

test.runIf(isLong)(
  'npm start of a folder whose only brand has a mistake says to mend its file, below the mistake, and not to make a brand',
  async () => {
    write(tenantFile('velvet', { status: 'live', niche: 9 }), companyFile())
    const { status, stdout, stderr } = await start('start')
    expect([status, stdout.includes('ready ')]).toEqual([1, false])
    expect(stdout + stderr).toMatch(/velvet\.json:\d+:\d+ error: /)
    expect(stderr.trim().split('\n').at(-1)).toBe(
      `There is no brand to serve: none is published, and these in ${join(folder, 'tenants')} have mistakes: velvet. Correct their files; this lists the mistakes again: npm run tenants -- check`
    )
  }
)

test('a production start with a mistake in a brand’s file names file, line and what to do, and fails', async () => {
  write(
    tenantFile('velvet', { status: 'live' }),
    { path: 'tenants/roses.json', text: '{\n  "id": "roses"\n  "name": "R"\n}' },
    companyFile()
  )
  const { status, stdout, stderr } = await start('origin', 'production')
  expect([status, stdout.includes('ready ')]).toEqual([1, false])
  expect(stderr.trim().split('\n')).toEqual([
    'Brands that were never published have mistakes in their files: roses.',
    expect.stringMatching(/roses\.json:2:\d+ error: This is not JSON: a comma is missing\. /)
  ])
})
