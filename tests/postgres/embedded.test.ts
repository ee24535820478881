import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { withOwnDatabase } from '../../bin/backup/with-own-database.ts'
import { startEmbedded } from '../../bin/postgres/embedded.ts'
import { findPlace } from '../../bin/postgres/place.ts'
import { runServer } from '../../bin/postgres/server.ts'
import { isLong } from '../fixtures/long.ts'
import { processName, serverProcesses, signal, waitUntil } from '../../bin/postgres/processes.ts'

interface Host {
  child: ChildProcess
  url: string
  pid: number
  said: () => string
}

/** Rare ends of a server, before a release and after a change of how it starts. */
const testAtLength = test.runIf(isLong)

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    for (const pid of serverProcesses(join(folder, 'postgres'))) signal(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `tether-test-${process.pid}-`)))
  folders.push(folder)
  return folder
}

function run(folder: string, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const host = join(import.meta.dirname, 'embedded-host.ts')
  const child = spawn(process.execPath, [host, folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  children.push(child)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, said: () => said }
}

async function startHost(folder: string, options: Parameters<typeof run>[1] = {}): Promise<Host> {
  const { child, said } = run(folder, options)
  const answer = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  if (!Buffer.isBuffer(answer[0])) throw new Error(said())
  return { ...(JSON.parse(String(answer[0])) as { url: string; pid: number }), child, said }
}

async function kill(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'close')
  child.kill(name)
  await gone
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

const commit = (url: string) => query(url, 'create table kept (id int primary key); insert into kept values (7)')
const kept = (url: string) => query(url, 'select id from kept')
const quiet = { log: () => {} }

test('the first start creates a PostgreSQL 18 with the limits of the design, which only this machine can reach and which ends with stop', async () => {
  const folder = makeFolder()
  const server = await startEmbedded({ dataDir: join(folder, 'new', 'data'), maxConnections: 37, ...quiet })
  const wanted = {
    listen_addresses: '127.0.0.1',
    max_connections: '37',
    deadlock_timeout: '200ms',
    lock_timeout: '2s',
    statement_timeout: '5s',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    server_encoding: 'UTF8',
    data_checksums: 'on',
    TimeZone: 'UTC'
  }
  const names = Object.keys(wanted).map((name) => `'${name}'`)
  const rows = await query(server.url, `select name, current_setting(name) as value from pg_settings where name in (${names.join()})`)
  const version = await query(server.url, 'show server_version')
  for (const url of [server.url, server.socketUrl])
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  const { pid } = server
  await server.stop()
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual(wanted)
  expect(version[0]?.['server_version']).toMatch(/^18\./)
  expect(processName(pid)).toBeNull()
  expect(readdirSync(join(folder, 'new', 'data')).toSorted()).toEqual(['lock', 'postgres', 'postgres.log'])
})

test('a backup starts the server where a power cut has left files of a running one behind', async () => {
  const folder = makeFolder()
  const server = await startEmbedded({ dataDir: folder, fsync: false, ...quiet })
  const lockFile = join(folder, 'postgres', 'postmaster.pid')
  const left = readFileSync(lockFile)
  const backUp = () =>
    withOwnDatabase({ dataDir: folder, databaseUrl: '', databaseListenUrl: '' }, async (url) => [url, await query(url, 'select 1 as one')])
  expect(await backUp()).toEqual([server.url, [{ one: 1 }]])
  await server.stop()
  writeFileSync(lockFile, left)
  expect(await backUp()).toEqual([expect.any(String), [{ one: 1 }]])
})

const CLIENT = 'select inet_client_addr() as address'

testAtLength('it is reached by a Unix socket in its folder, and by its port', async () => {
  const server = await startEmbedded({ dataDir: makeFolder(), ...quiet })
  const addresses = [await query(server.socketUrl, CLIENT), await query(server.url, CLIENT)]
  await server.stop()
  expect(addresses).toEqual([[{ address: null }], [{ address: '127.0.0.1' }]])
})

testAtLength('where it cannot have a socket it is reached by its port alone', async () => {
  const folder = makeFolder()
  await startEmbedded({ dataDir: folder, ...quiet }).then((server) => server.stop())
  const [place, logFile] = [findPlace(folder, () => {}), join(folder, 'postgres.log')]
  const server = await runServer({ place, logFile, durable: false, socketFolder: join(folder, 'missing'), maxConnections: 10, ...quiet })
  const address = await query(server.socketUrl, CLIENT)
  await server.stop()
  expect(address).toEqual([{ address: '127.0.0.1' }])
})

test('a second start on the same directory, by another process or by the same one, is refused with a readable error and harms nothing', async () => {
  const folder = makeFolder()
  const first = await startHost(folder)
  await commit(first.url)
  const second = run(folder)
  const [code] = (await once(second.child, 'close')) as [number]
  expect(code).toBe(1)
  expect(second.said()).toBe(
    `Process ${first.child.pid} is using the data in ${folder}. Stop it first, or set DATA_DIR to another folder.\n`
  )
  await expect(startEmbedded({ dataDir: folder, ...quiet })).rejects.toThrow(`Process ${first.child.pid} is using`)
  expect(await kept(first.url)).toEqual([{ id: 7 }])
  await kill(first.child, 'SIGTERM')
  expect(serverProcesses(join(folder, 'postgres'))).toEqual([])

  const own = await startEmbedded({ dataDir: folder, ...quiet })
  await expect(startEmbedded({ dataDir: folder, ...quiet })).rejects.toThrow(`Process ${process.pid} is using`)
  await own.stop()
})

testAtLength('of four starts at the same moment exactly one gets the directory', async () => {
  const folder = makeFolder()
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => startHost(folder)))
  const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => String(reason))
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) expect(refusal).toContain('is using the data')
})

test('when every process of the server is killed it comes back by itself under the same URL with what was committed', async () => {
  const folder = makeFolder()
  const log: string[] = []
  const server = await startEmbedded({ dataDir: folder, log: (line) => log.push(line) })
  await commit(server.url)
  const [before, { socketUrl }] = [server.pid, server]
  for (const pid of serverProcesses(join(folder, 'postgres'))) signal(pid, 'SIGKILL')
  await waitUntil(() => server.pid !== before, 10_000)
  await vi.waitFor(async () => expect(await kept(server.url)).toEqual([{ id: 7 }]), { timeout: 10_000, interval: 50 })
  expect(await kept(socketUrl)).toEqual([{ id: 7 }])
  expect(log).toContain('The database server ended (SIGKILL); starting it again.')
  await server.stop()
  expect(serverProcesses(join(folder, 'postgres'))).toEqual([])
})

testAtLength('when only its first process is killed while a child is busy, it comes back as well', async () => {
  const folder = makeFolder()
  const server = await startEmbedded({ dataDir: folder, ...quiet })
  await commit(server.url)
  const before = server.pid
  const busy = query(server.url, 'set statement_timeout = 0; select count(*) from generate_series(1, 1000000000)').catch(() => 'lost')
  const working = `select from pg_stat_activity where state = 'active' and query like 'set statement_timeout%' and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect(await query(server.url, working)).toHaveLength(1), { timeout: 10_000, interval: 50 })
  signal(before, 'SIGKILL')
  await vi.waitFor(async () => expect(await kept(server.url)).toEqual([{ id: 7 }]), { timeout: 12_000, interval: 100 })
  expect(await busy).toBe('lost')
  await server.stop()
})

testAtLength(
  'after a kill of the parent and of every process of the server the next start needs no manual work and has what was committed',
  async () => {
    const folder = makeFolder()
    const first = await startHost(folder)
    await commit(first.url)
    const gone = once(first.child, 'close')
    for (const pid of [first.child.pid!, ...serverProcesses(join(folder, 'postgres'))]) signal(pid, 'SIGKILL')
    await gone
    const second = await startHost(folder)
    expect(await kept(second.url)).toEqual([{ id: 7 }])
    await kill(second.child, 'SIGTERM')
  }
)

testAtLength(
  'the server of a killed parent is stopped by the next start, even if it no longer listens',
  async () => {
    const folder = makeFolder()
    const first = await startHost(folder)
    await commit(first.url)
    await kill(first.child, 'SIGKILL')
    expect(processName(first.pid)).not.toBeNull()

    const second = await startHost(folder)
    expect(processName(first.pid)).toBeNull()
    expect(second.said()).toContain('Stopping the database server that an earlier run left behind.')
    expect(await kept(second.url)).toEqual([{ id: 7 }])
    await kill(second.child, 'SIGKILL')
    signal(second.pid, 'SIGSTOP')

    const third = await startHost(folder)
    expect(await kept(third.url)).toEqual([{ id: 7 }])
    expect(processName(second.pid)).toBeNull()
    await kill(third.child, 'SIGTERM')
  },
  30_000
)

testAtLength('a parent that exits without stopping the server ends it too', async () => {
  const folder = makeFolder()
  const host = await startHost(folder, { args: ['exit'] })
  expect(await waitUntil(() => processName(host.pid) === null, 5000)).toBe(true)
  expect(readdirSync(join(folder, 'lock'))).toEqual([])
})

testAtLength('a first start may be killed at any moment; the next one starts over and removes the unfinished files', async () => {
  const folder = makeFolder()
  for (const delay of [150, 200, 250, 300, 400]) {
    const { child } = run(folder)
    await sleep(delay)
    await kill(child, 'SIGKILL')
  }
  const host = await startHost(folder)
  expect(await query(host.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(folder).toSorted()).toEqual(['lock', 'postgres', 'postgres.log'])
  await kill(host.child, 'SIGTERM')
})

testAtLength(
  'a lock file of PostgreSQL with another process’s id, as after a restart of a container, doesn’t prevent a start',
  async () => {
    const folder = makeFolder()
    const first = await startHost(folder)
    const gone = once(first.child, 'close')
    for (const pid of [first.child.pid!, ...serverProcesses(join(folder, 'postgres'))]) signal(pid, 'SIGKILL')
    await gone
    const lockFile = join(folder, 'postgres', 'postmaster.pid')
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, '1'))
    const second = await startHost(folder)
    expect(second.pid).not.toBe(1)
    await kill(second.child, 'SIGTERM')
  }
)

testAtLength("files the server refuses give the server's own words and leave the directory free", async () => {
  const folder = makeFolder()
  const first = await startEmbedded({ dataDir: folder, ...quiet })
  await first.stop()
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  await expect(startEmbedded({ dataDir: folder, ...quiet })).rejects.toThrow(
    /^The database server did not start: .*FATAL: {2}database files are incompatible with server\nIts log is .*postgres\.log$/
  )
  expect(readdirSync(join(folder, 'lock'))).toEqual([])
})

test('a platform without a packaged PostgreSQL gets one line that names DATABASE_URL', async () => {
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('mips')
  try {
    const start = startEmbedded({ dataDir: makeFolder(), ...quiet })
    await expect(start).rejects.toThrow(
      /^There is no packaged PostgreSQL for \w+-mips\. Set DATABASE_URL to a PostgreSQL 15 to 18 server\.$/
    )
  } finally {
    arch.mockRestore()
  }
})

test.runIf(process.getuid?.() === 0)(
  'as root without user namespaces it drops to another user, and says so where that one cannot enter',
  async () => {
    const folder = makeFolder()
    chmodSync(folder, 0o755)
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    // Without a PATH there is no `unshare`.
    const env = { PATH: '/nonexistent', TMPDIR: folder }
    const first = await startHost(closed, { env })
    expect(first.said()).toMatch(
      /^PostgreSQL cannot use this folder as nobody, so its (programs and )?data are in \S+\. .+ set DATA_DIR or DATABASE_URL\.$/m
    )
    await commit(first.url)
    await kill(first.child, 'SIGKILL')
    const second = await startHost(closed, { env })
    expect(await kept(second.url)).toEqual([{ id: 7 }])
    await kill(second.child, 'SIGTERM')
  },
  30_000
)
