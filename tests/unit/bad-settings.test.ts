import { createServer, type Server } from 'node:http'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/free-port.ts'
import { startCommand } from '../fixtures/start-command.ts'
import { command, commandProcess } from '../fixtures/command.ts'

// Every wrong setting is reported in one line, before anything is built or started.

let folder: string
let busy: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tether-settings-'))
  mkdirSync(join(folder, 'tenants/companies'), { recursive: true })
  writeFileSync(join(folder, 'file'), '')
  busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  busy.close()
  rmSync(folder, { recursive: true })
})

const SERVERS = ['start', 'origin', 'edge', 'worker'] as const
const SECRET = 's'.repeat(32)

/** Each is wrong by itself, with the line that reports it. */
const MALFORMED: [variable: string, value: string, line: string][] = [
  ['APP_ENV', 'prod', 'APP_ENV must be production or local, not "prod".'],
  ['PORT', '80 80', 'PORT must be a whole number from 1 to 65535, not "80 80".'],
  ['EDGE_PORT', '0', 'EDGE_PORT must be a whole number from 1 to 65535, not "0".'],
  ['EMBEDDED_POSTGRES', 'yes', 'EMBEDDED_POSTGRES must be 1 or left out, not "yes".'],
  ['DATABASE_URL', 'db.example/tether?password=hunter2', 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
  ['DATABASE_LISTEN_URL', 'mysql://db.example', 'DATABASE_LISTEN_URL must be an address that begins with postgres:// or postgresql://.'],
  ['ORIGIN_URL', 'origin:8788', 'ORIGIN_URL must be an address that begins with http:// or https://, not "origin:8788".'],
  [
    'EDGE_URLS',
    'http://edge-1:8787,edge-2',
    'EDGE_URLS must be addresses that begin with http:// or https://, separated by commas, not "http://edge-1:8787,edge-2".'
  ],
  ['SMTP_URL', 'mail.example:hunter2', 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
  ['AGE_ASSURANCE_URL', 'prover', 'AGE_ASSURANCE_URL must be an address that begins with http:// or https://, not "prover".'],
  ['PAGE_CACHE_MB', '-1', 'PAGE_CACHE_MB must be a number, 0 or more, not "-1".'],
  ['LIMIT_FACTOR', 'much', 'LIMIT_FACTOR must be a number above 0, not "much".'],
  [
    'TRUSTED_PROXIES',
    '10.0.0.7,10.0.0.0/33',
    'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas, not "10.0.0.7,10.0.0.0/33".'
  ],
  ['TRUSTED_GEO_HEADER', 'cf ipcountry', 'TRUSTED_GEO_HEADER must be the name of a header, not "cf ipcountry".'],
  ['DNS_SERVERS', 'resolver', 'DNS_SERVERS must be IP addresses, separated by commas, not "resolver".'],
  ['S3_ENDPOINT', 's3.example', 'S3_ENDPOINT must be an address that begins with http:// or https://, not "s3.example".']
]

/** The output of a command that ends at once; nothing may have been started. */
async function refusal(name: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { status, stdout, stderr } = await startCommand(name, { PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ...env })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).not.toMatch(/^\s+at |node:internal/m)
  return stderr.trimEnd().split('\n')
}

const all = Object.fromEntries(MALFORMED.map(([variable, value]) => [variable, value]))
const lines = MALFORMED.map(([, , line]) => line)

describe('a malformed setting', () => {
  test.each(SERVERS)('is reported by npm run %s, each on its own line', async (name) => {
    expect((await refusal(name, all)).toSorted()).toEqual(lines.toSorted())
  })

  test.each([
    ['tenants', ['list']],
    ['moderate', ['photos']],
    ['members', ['find', 'Bella']],
    ['complaints', ['list']],
    ['build', []]
  ])('is reported by npm run %s too', async (name, words) => {
    // The build is no command of operators: it is made to have a process to itself.
    const { status, stdout, stderr } = await (name === 'build' ? commandProcess : command)(name, words, all)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr.trimEnd().split('\n').toSorted()).toEqual(lines.toSorted())
  })
})

describe('what production needs', () => {
  const MISSING = {
    edge: ['EDGE_SECRET is missing or short. Set it to 32 or more random characters.'],
    origin: [
      'APP_SECRET is missing or short. Set it to 32 or more random characters.',
      'SMTP_URL is missing. Set it to the mail server, such as smtps://user:password@mail.example.',
      'DATABASE_URL is missing. Set it to the database, or set EMBEDDED_POSTGRES=1 to use the one that comes with the project.'
    ]
  }

  test.each([
    ['edge', MISSING.edge],
    ['worker', MISSING.edge],
    ['origin', [...MISSING.edge, ...MISSING.origin]],
    ['start', [...MISSING.edge, ...MISSING.origin]]
  ])('is required by npm run %s', async (name, expected) => {
    const env = { APP_ENV: 'production', EDGE_SECRET: 'short', TENANTS_DIR: join(folder, 'tenants') }
    expect((await refusal(name, env)).toSorted()).toEqual(expected.toSorted())
  })

  test('identical secrets, and other short ones, are refused', async () => {
    const env = { APP_ENV: 'production', EDGE_SECRET: SECRET, APP_SECRET: SECRET, SMTP_URL: 'smtp://127.0.0.1', EMBEDDED_POSTGRES: '1' }
    const others = { AGE_ASSURANCE_URL: 'https://prover.example', AGE_ASSURANCE_SECRET: 'a', MAIL_EVENT_SECRET: 'b', S3_BUCKET: 'photos' }
    expect(await refusal('origin', { ...env, ...others, TENANTS_DIR: join(folder, 'tenants') })).toEqual([
      'Set S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too: photos are kept in a bucket when all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are set.',
      'EDGE_SECRET and APP_SECRET are the same. The edge must not know APP_SECRET; set another one.',
      'AGE_ASSURANCE_SECRET is missing or short. Set it to 32 or more characters agreed with the provider.',
      'MAIL_EVENT_SECRET is missing or short. Set it to 32 or more characters agreed with the mail service.'
    ])
  })
})

describe('what the settings refer to', () => {
  test.each(SERVERS)('a port in use, and an address that isn’t this machine’s, are reported by npm run %s', async (name) => {
    const { port } = busy.address() as AddressInfo
    const env = { PORT: String(port), TENANTS_DIR: join(folder, 'tenants') }
    expect(await refusal(name, env)).toEqual([`PORT: ${port} is in use. Choose another one, such as PORT=8790.`])
    if (name === 'worker') return
    expect(await refusal(name, { ...env, HOST: '203.0.113.9', EDGE_SECRET: SECRET })).toEqual([
      'HOST: 203.0.113.9 is not an address of this machine.'
    ])
  })

  test.each(['start', 'origin'])('a database that doesn’t answer, and unusable folders, are reported by npm run %s', async (name) => {
    const env = { DATABASE_URL: 'postgres://localhost:1/none', TENANTS_DIR: join(folder, 'nothing'), DATA_DIR: join(folder, 'file') }
    expect(await refusal(name, env)).toEqual([
      `TENANTS_DIR: there is no folder ${join(folder, 'nothing')}.`,
      expect.stringMatching(/^DATABASE_URL: the database does not answer: connect ECONNREFUSED \S+$/),
      `DATA_DIR: this user cannot write to ${join(folder, 'file')}. Start as its owner, or set DATA_DIR to another folder.`
    ])
  })

  test.each(['', 'lock', 'postgres', 'media'])('a data folder with "%s" of another user in it is reported', async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tether-owned-'))
    const owned = join(dataDir, name)
    mkdirSync(owned, { recursive: true })
    // Root may write everywhere, so it becomes another user once everything is loaded; for any other user a folder can be made read-only.
    const isRoot = process.getuid?.() === 0
    chmodSync(dataDir, 0o777)
    chmodSync(owned, isRoot ? 0o755 : 0o555)
    const program = `
      const { checkSettings } = await import(${JSON.stringify(join(import.meta.dirname, '../../bin/settings/check-settings.ts'))})
      if (${isRoot}) process.setuid(65534)
      await checkSettings('origin').catch(({ message }) => console.error(message))`
    const env = {
      ...process.env,
      APP_ENV: 'local',
      DATA_DIR: dataDir,
      TENANTS_DIR: tmpdir(),
      PORT: String(await freePort()),
      DATABASE_URL: ''
    }
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' })
    chmodSync(owned, 0o755)
    rmSync(dataDir, { recursive: true })
    expect(stderr.trim()).toBe(
      `DATA_DIR: this user cannot write to ${join(dataDir, name)}. Start as its owner, or set DATA_DIR to another folder.`
    )
  })

  test.each(['start', 'edge'])('a missing database of addresses is reported by npm run %s', async (name) => {
    const file = join(folder, 'none.mmdb')
    expect(await refusal(name, { GEOIP_MMDB: file, TENANTS_DIR: join(folder, 'tenants') })).toEqual([
      `GEOIP_MMDB: there is no file ${file}.`
    ])
  })

  test('an origin that other machines can reach doesn’t start with the public secret', async () => {
    expect(await refusal('origin', { HOST: '0.0.0.0', TENANTS_DIR: join(folder, 'tenants') })).toEqual([
      'HOST=0.0.0.0 lets other machines in, and the default of EDGE_SECRET is known to all of them. Set EDGE_SECRET.'
    ])
  })
})
