import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { spend } from '../../origin/credits/spend.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { migrate } from '../../origin/db/migrate.ts'
import type { Tables } from '../../origin/db/tables.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { removeLooseFiles } from '../../origin/photos/files.ts'
import { deleteLoose, insertLoose } from '../../origin/photos/loose-store.ts'
import { createFileStore, type MediaStore } from '../../origin/providers/storage.ts'
import { createTenantStore, RESTORED } from '../../origin/settings/store.ts'
import { restoreBackup } from '../../bin/backup/restore-backup.ts'
import { writeBackup } from '../../bin/backup/write-backup.ts'
import { UsageError } from '../../bin/operator/usage-error.ts'
import { asAdmin, withDatabase } from '../database.ts'
import { like, write } from '../fixtures/acts.ts'
import { isLong } from '../fixtures/long.ts'
import { createTestOrigin, PASSWORD, readable, START, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sentence } from '../fixtures/sentence.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { aTenant } from '../fixtures/tenants.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { command, commandProcess } from '../fixtures/command.ts'

const origin = sharedOrigin()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tether-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A database with nothing in it, not even tables. */
async function anEmptyPlace(): Promise<{ url: string; dataDir: string; drop: () => Promise<void> }> {
  const admin = inject('databaseAdminUrl')
  const name = `tether_test_restored_${process.pid}_${Math.random().toString(36).slice(2)}`
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-restored-'))
  await asAdmin(admin, (client) => client.query(`create database ${name}`))
  return {
    url: withDatabase(admin, name),
    dataDir,
    async drop() {
      await asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`))
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

/** Every row of every table, each table's sorted, without the versions that a restore adds. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const db = openDatabase(url, { connections: 1, patience: 10 })
  try {
    const tables = (await db.introspection.getTables()).filter(({ schema, name }) => schema === 'public' && name !== 'migrations')
    const rows: Record<string, string[]> = {}
    for (const { name } of tables) {
      const found = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      rows[name] = found.rows
        .filter((row) => !('author' in row) || row.author !== RESTORED)
        .map(readable)
        .sort()
    }
    return rows
  } finally {
    await db.destroy()
  }
}

async function filesOf(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(directory.length), (await readFile(file)).toString('base64')] as const))
  )
}

test('a backup brings members, messages, credits and photos back into an empty place, and what is new gets new numbers', async () => {
  const [anna, bob] = [await origin.aMember({ credits: 9, about: 'Tab\there, \\N and a\nnew line' }), await origin.aMember()]
  await write(origin, anna, bob, 'Kept “word” for word 💜')
  await like(origin, bob, anna)
  const [first] = [await givePhoto(origin, anna), await givePhoto(origin, bob)]
  const paid = { member: anna.row.id, tenant: 'velvet', credits: 2, reason: 'photo', key: 'paid', now: origin.now() } as const
  await spend(origin.deps.db, paid)

  const place = await anEmptyPlace()
  try {
    const backup = join(folder, 'whole')
    await symlink(origin.mediaDir, join(folder, 'media'))
    const made = await commandProcess('backup', [backup], { DATABASE_URL: origin.databaseUrl, DATA_DIR: folder })
    expect([made.stderr, made.status]).toEqual(['', 0])
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir }
    const restored = await commandProcess('restore', [backup], env)
    expect([restored.stderr, restored.status]).toEqual(['', 0])
    expect(restored.stdout).toContain('The books balance')
    expect(restored.stdout).toContain('There were no marks of deletions')

    expect(await rowsOf(place.url)).toEqual(await rowsOf(origin.databaseUrl))
    const files = await filesOf(join(place.dataDir, 'media'))
    expect(files).toEqual(await filesOf(origin.mediaDir))
    expect(Object.keys(files).filter((name) => name.includes(first))).toHaveLength(4)

    const db = openDatabase(place.url, { connections: 1, patience: 10 })
    const again = await spend(db, { ...paid, key: 'later' })
    expect([again.balance, (await spend(db, paid)).movement < again.movement]).toEqual([5, true])
    await expect(sql`delete from ledger_legs`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from members`.execute(db)).resolves.toBeDefined()
    await db.destroy()

    const used = restoreBackup({ url: place.url, media: createFileStore(place.dataDir), folder: backup })
    await expect(used).rejects.toThrow('The database is not empty')
  } finally {
    await place.drop()
  }
})

test('a restore repeats deletions made after the backup, each as of its day, and keeps members who came back after it', async () => {
  const lost = await createTestOrigin()
  onTestFinished(() => lost.close())
  const [surviving, fresh] = [await anEmptyPlace(), await anEmptyPlace()]
  onTestFinished(async () => {
    for (const { drop } of [surviving, fresh]) await drop()
  })
  const DAY = 24 * 3600
  const [{ media }, marks] = [lost.deps, join(lost.mediaDir, 'deletions')]
  const leave = async (member: TestMember) => {
    expect((await lost.call('deleteAccount', { as: await lost.signIn(member), body: { password: PASSWORD } })).status).toBe(200)
    return lost.now()
  }
  const comeBack = async ({ row }: TestMember) =>
    expect((await lost.call('useToken', { body: { token: tokenOf((await lost.mails(row.email)).at(-1)) } })).status).toBe(200)

  // The commands read the real clock.
  lost.advance((Date.now() - START.getTime()) / 1000 - 20 * DAY)
  const [erased, closed, stayed, returned] = [
    await lost.aMember(),
    await lost.aMember({ language: 'en' }),
    await lost.aMember(),
    await lost.aMember()
  ]
  await givePhoto(lost, erased)
  await leave(returned)
  const backup = join(folder, 'before-deletions')
  await symlink(lost.mediaDir, join(surviving.dataDir, 'media'))
  const made = await command('backup', [backup], { DATABASE_URL: lost.databaseUrl, DATA_DIR: surviving.dataDir })
  expect([made.stderr, made.status]).toEqual(['', 0])

  lost.advance(DAY)
  await leave(erased)
  await comeBack(returned)
  // Written by the next run, even if the store was unavailable.
  lost.deps.media = { ...media, put: () => Promise.reject(new Error('no space left')) }
  await runSweeps(lost.deps)
  lost.deps.media = media
  for (const again of [1, 2]) {
    lost.advance(again)
    await leave(stayed)
    await comeBack(stayed)
    await runSweeps(lost.deps)
  }
  lost.advance(14 * DAY)
  const closedAt = await leave(closed)
  await runSweeps(lost.deps)
  expect(await lost.deps.db.selectFrom('members').select('id').where('id', '=', erased.row.id).execute()).toEqual([])
  lost.advance(4 * DAY)

  for (const [place, options] of [
    [surviving, []],
    [fresh, ['--deletions', marks]]
  ] as const) {
    const restored = await command('restore', [backup, ...options], { DATABASE_URL: place.url, DATA_DIR: place.dataDir })
    expect([restored.stderr, restored.status]).toEqual(['', 0])
    const db = openDatabase(place.url, { connections: 2, patience: 10 })
    const states = async () => await db.selectFrom('members').select(['public_id', 'status', 'deleted_at']).orderBy('id').execute()
    const now = [
      { public_id: closed.id, status: 'deleted', deleted_at: closedAt },
      ...[stayed, returned].map(({ id }) => ({ public_id: id, status: 'confirmed', deleted_at: null }))
    ]
    expect((await states()).slice(1)).toEqual(now)
    expect(restored.stdout).toContain('2 accounts deleted after the backup: deleted again. 1 account reactivated after it: open again.')
    expect(restored.stdout).not.toContain('no marks')
    await runSweeps({ ...lost.deps, db, media: createFileStore(join(place.dataDir, 'media')) })
    // Erased, along with the photo.
    expect(await states()).toEqual(now)
    expect(Object.keys(await filesOf(join(place.dataDir, 'media'))).filter((name) => name.includes('photos'))).toEqual([])
    const sent = await db.selectFrom('outbox').select(['delivered_at', 'message']).where('recipient', '=', closed.row.email).execute()
    expect(sent).toMatchObject([{ delivered_at: lost.now(), message: { subject: sentence('mail.account_deleted.subject') } }])
    await db.destroy()
  }

  expect(await readdir(marks)).toHaveLength(5)
  lost.advance(KEPT_DAYS.deletion * DAY)
  await runSweeps(lost.deps)
  expect(await readdir(marks)).toEqual([])
  const refused = await command('restore', [backup, '--deletions', folder], { DATABASE_URL: surviving.url, DATA_DIR: surviving.dataDir })
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('has no marks of deletions')])
})

/** The last number that each sequence of a database has given. */
async function lastNumbers(url: string): Promise<Record<string, number>> {
  const db = openDatabase(url, { connections: 1, patience: 10 })
  try {
    const { rows } = await sql<{ name: string; last: number }>`
      select sequencename as name, coalesce(last_value, 0) as last from pg_sequences where schemaname = 'public' order by 1`.execute(db)
    return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
  } finally {
    await db.destroy()
  }
}

// The books and old orders name rows that are gone: a new row under such a number would be taken for the old one.
test('numbers of rows that were deleted before the backup are never given again', async () => {
  const [anna, bob] = [await origin.aMember({ credits: 9 }), await origin.aMember()]
  const { conversation_id: conversation } = await write(origin, anna, bob, 'First')
  await write(origin, anna, bob, 'Second, which was paid for')
  const { id: newest } = await origin.deps.db.selectFrom('messages').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const paid = {
    member: anna.row.id,
    tenant: 'velvet',
    credits: 2,
    reason: 'message',
    key: `message:${newest}`,
    now: origin.now()
  } as const
  await spend(origin.deps.db, paid)
  for (const as of [anna, bob]) await origin.call('deleteChat', { as, body: { conversation } })
  await origin.deps.db
    .deleteFrom('members')
    .where('id', '=', (await origin.aMember()).row.id)
    .execute()
  const backup = join(folder, 'numbers')
  await writeBackup({ url: origin.databaseUrl, media: createFileStore(origin.mediaDir), folder: backup })
  const before = await lastNumbers(origin.databaseUrl)
  const file = join(backup, 'backup.json')
  // Backups of older versions don't say what the last numbers were.
  const { sequences: _, ...older } = JSON.parse(await readFile(file, 'utf8')) as { sequences?: object }
  for (const contents of [null, older]) {
    if (contents) await writeFile(file, JSON.stringify(contents))
    const place = await anEmptyPlace()
    try {
      await restoreBackup({ url: place.url, media: createFileStore(place.dataDir), folder: backup })
      const after = await lastNumbers(place.url)
      expect(Object.keys(after)).toEqual(Object.keys(before))
      for (const [name, last] of Object.entries(before)) expect([name, after[name]! >= last]).toEqual([name, true])
    } finally {
      await place.drop()
    }
  }
})

// Edges keep pages and settings by these numbers, and memory and KV outlive a restore.
test('numbers of versions that were published after the backup are never given again, not even to a brand that the backup lacks', async () => {
  const [before, after] = [await anEmptyPlace(), await anEmptyPlace()]
  const backup = join(folder, 'versions')
  await migrate(before.url)
  const publish = async (db: Kysely<Tables>, id: string, name: string) => {
    const tenants = await createTenantStore(db, { local: false })
    const { settings, company } = aTenant({ id, name })
    const { record } = await tenants.publish(settings, company, 'test', origin.now())
    return [record.version, tenants.version()] as const
  }
  const [lost, restored] = [before, after].map(({ url }) => openDatabase(url, { connections: 1, patience: 10 })) as [
    Kysely<Tables>,
    Kysely<Tables>
  ]
  try {
    await publish(lost, 'velvet', 'Velvet')
    await writeBackup({ url: before.url, media: createFileStore(before.dataDir), folder: backup })
    const given = [await publish(lost, 'velvet', 'Lost'), await publish(lost, 'lumi', 'Lost'), await publish(lost, 'velvet', 'Lost, too')]
    await restoreBackup({ url: after.url, media: createFileStore(after.dataDir), folder: backup })
    const tenants = await createTenantStore(restored, { local: false })
    expect(tenants.byId('velvet')!.settings.name).toBe('Velvet')
    const served = [tenants.byId('velvet')!.version, tenants.version()] as const
    for (const now of [served, await publish(restored, 'velvet', 'New'), await publish(restored, 'lumi', 'New')])
      for (const index of [0, 1] as const) expect(now[index]).toBeGreaterThan(Math.max(...given.map((one) => one[index])))
  } finally {
    await Promise.all([lost.destroy(), restored.destroy()])
    await Promise.all([before.drop(), after.drop()])
  }
})

test('what is written and deleted meanwhile is in the backup as a whole or not at all', async () => {
  const [anna, bob] = [await origin.aMember({ credits: 300 }), await origin.aMember()]
  const photos = [await givePhoto(origin, anna), await givePhoto(origin, anna), await givePhoto(origin, bob)]
  const over = new AbortController()
  const busy = Array.from({ length: 3 }, async (_, lane) => {
    for (let count = 0; !over.signal.aborted; count++) {
      await write(origin, anna, bob, `${lane}.${count}`)
      const spending = { member: anna.row.id, tenant: 'velvet', credits: 1, reason: 'photo', now: origin.now() } as const
      await spend(origin.deps.db, { ...spending, key: `busy:${lane}:${count}` }).catch(() => {})
      const photo = photos.pop()
      if (photo) await origin.deps.db.deleteFrom('photos').where('public_id', '=', photo).execute()
      await removeLooseFiles(origin.deps)
    }
  })
  const backup = join(folder, 'meanwhile')
  await writeBackup({ url: origin.databaseUrl, media: createFileStore(origin.mediaDir), folder: backup }).finally(() => over.abort())
  await Promise.all(busy)
  const place = await anEmptyPlace()
  try {
    // Proves the books and every reference between rows.
    await restoreBackup({ url: place.url, media: createFileStore(place.dataDir), folder: backup })
    const files = Object.keys(await filesOf(place.dataDir)).join()
    for (const row of (await rowsOf(place.url))['photos']!) expect(files).toContain((JSON.parse(row) as { public_id: string }).public_id)
  } finally {
    await place.drop()
  }
})

test.runIf(isLong)('two backups into one folder at once are one, and it is whole', async () => {
  await givePhoto(origin, await origin.aMember({ credits: 3 }))
  const backup = join(folder, 'twice')
  // The second one begins while the first one is about to copy files.
  let second: Promise<unknown> | undefined
  const files = createFileStore(origin.mediaDir)
  const write = (media: MediaStore) => writeBackup({ url: origin.databaseUrl, media, folder: backup })
  const media: MediaStore = {
    ...files,
    async get(key) {
      second ??= write(files).catch((error: unknown) => error)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return await files.get(key)
    }
  }
  await write(media)
  expect(await second).toMatchObject({ message: expect.stringContaining('exists already') as string })
  const place = await anEmptyPlace()
  try {
    await restoreBackup({ url: place.url, media: createFileStore(place.dataDir), folder: backup })
    expect(await rowsOf(place.url)).toEqual(await rowsOf(origin.databaseUrl))
  } finally {
    await place.drop()
  }
})

test('a restore never removes what came in while it was copying files, be it members or another restore', async () => {
  await givePhoto(origin, await origin.aMember())
  const backup = join(folder, 'into-use')
  await writeBackup({ url: origin.databaseUrl, media: createFileStore(origin.mediaDir), folder: backup })
  const place = await anEmptyPlace()
  try {
    let came = false
    const files = createFileStore(place.dataDir)
    const restore = (media: MediaStore) => restoreBackup({ url: place.url, media, folder: backup })
    const media: MediaStore = {
      ...files,
      async put(key, bytes) {
        if (!came) {
          came = true
          await restore(files)
        }
        await files.put(key, bytes)
      }
    }
    await expect(restore(media)).rejects.toThrow('The database is not empty')
    expect(await rowsOf(place.url)).toEqual(await rowsOf(origin.databaseUrl))
  } finally {
    await place.drop()
  }
})

test('where there is nothing to back up, backup says so and creates neither database nor folder', async () => {
  const dataDir = join(folder, 'mistyped')
  const nowhere = { DATABASE_URL: '', DATABASE_LISTEN_URL: '', DATA_DIR: dataDir }
  const place = await anEmptyPlace()
  try {
    for (const [env, why] of [
      [nowhere, `There is no database in ${dataDir}. Name the site's DATA_DIR or DATABASE_URL.`],
      [{ ...nowhere, DATABASE_URL: place.url }, 'There is nothing to back up: no origin has ever used this database.']
    ] as const) {
      const backup = join(folder, 'of-nothing')
      const { status, stdout, stderr } = await commandProcess('backup', [backup], env)
      expect([status, stdout, stderr.trim()]).toEqual([1, '', why])
      for (const path of [dataDir, backup, `${backup}.unfinished`]) await expect(readdir(path)).rejects.toThrow('ENOENT')
    }
  } finally {
    await place.drop()
  }
})

test('a backup fails where photos have no file, and names where it looked; only uploads may lack theirs', async () => {
  const lost = await givePhoto(origin, await origin.aMember())
  await insertLoose(origin.deps.db, 'an-upload-without-file', origin.now())
  onTestFinished(() => deleteLoose(origin.deps.db, 'an-upload-without-file'))
  const backup = join(folder, 'of-rows-alone')
  // The origin keeps its files elsewhere.
  const env = { DATABASE_URL: origin.databaseUrl, DATA_DIR: join(folder, 'elsewhere') }
  const refused = await command('backup', [backup], env)
  expect([refused.status, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/^(\d+) of (?!\1 )\d+ photos are not in .*elsewhere\/media, such as/)
  await expect(readdir(backup)).rejects.toThrow('ENOENT')

  const files = createFileStore(origin.mediaDir)
  const media: MediaStore = { ...files, get: async (key) => (key.includes(lost) ? null : await files.get(key)) }
  await expect(writeBackup({ url: origin.databaseUrl, media, folder: backup })).rejects.toThrow(
    `photos are not in ${origin.mediaDir}, such as ${lost}.`
  )
  const incomplete = await command('backup', ['--incomplete', backup], env)
  expect([incomplete.status, incomplete.stdout]).toEqual([0, expect.stringContaining(', 0 files of ')])
})

test('what is no backup, or one of a newer version, is refused before a database is created for it', async () => {
  const later = join(folder, 'later')
  await writeBackup({ url: origin.databaseUrl, media: createFileStore(origin.mediaDir), folder: later })
  const contents = JSON.parse(await readFile(join(later, 'backup.json'), 'utf8')) as { migrations: string[] }
  await writeFile(join(later, 'backup.json'), JSON.stringify({ ...contents, migrations: [...contents.migrations, '999_later.sql'] }))
  for (const [backup, why] of [
    [join(folder, 'none'), 'is not a backup: it has no backup.json.'],
    [later, 'was made by a newer version']
  ] as const) {
    const dataDir = join(folder, 'nothing yet')
    const { status, stdout, stderr } = await commandProcess('restore', [backup], {
      DATABASE_URL: '',
      DATABASE_LISTEN_URL: '',
      DATA_DIR: dataDir
    })
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(why)])
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
  }
})

test('a backup that is not whole is refused, and nothing of it is kept', async () => {
  await origin.aMember()
  const backup = join(folder, 'damaged')
  const media = createFileStore(origin.mediaDir)
  await writeBackup({ url: origin.databaseUrl, media, folder: backup })
  await expect(writeBackup({ url: origin.databaseUrl, media, folder: backup })).rejects.toThrow('exists already')
  await expect(restoreBackup({ url: origin.databaseUrl, media, folder: join(folder, 'none') })).rejects.toThrow('is not a backup')
  await writeFile(join(backup, 'tables', 'event_counters.copy.gz'), gzipSync(''))
  const place = await anEmptyPlace()
  try {
    const restore = () => restoreBackup({ url: place.url, media: createFileStore(place.dataDir), folder: backup })
    await expect(restore()).rejects.toThrow('rows of event_counters and has 0')
    expect((await rowsOf(place.url))['members']).toEqual([])
    const contents = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')) as { migrations: string[] }
    await writeFile(join(backup, 'backup.json'), JSON.stringify({ ...contents, migrations: [...contents.migrations, '999_later.sql'] }))
    await expect(restore()).rejects.toThrow('made by a newer version')
  } finally {
    await place.drop()
  }
})

test.runIf(isLong)(
  'whatever a backup has lost on its way, restoring it ends in a sentence that names the file and says what to do',
  async () => {
    await givePhoto(origin, await origin.aMember())
    const backup = join(folder, 'on-its-way')
    await writeBackup({ url: origin.databaseUrl, media: createFileStore(origin.mediaDir), folder: backup })
    const [table, contents] = [join(backup, 'tables', 'members.copy.gz'), join(backup, 'backup.json')]
    const place = await anEmptyPlace()
    const restored = async (file: string, damage: () => Promise<void>) => {
      const whole = await readFile(file)
      await damage()
      const error: unknown = await restoreBackup({ url: place.url, media: createFileStore(place.dataDir), folder: backup }).catch(
        (refused: unknown) => refused
      )
      await writeFile(file, whole)
      expect(error).toBeInstanceOf(UsageError)
      return (error as UsageError).message
    }
    try {
      const half = (await readFile(table)).subarray(0, 40)
      const lost = `${table} is missing or damaged: copy the backup again, or use another one.`
      expect(await restored(table, () => rm(table))).toBe(lost)
      expect(await restored(table, () => writeFile(table, half))).toBe(lost)
      expect(await restored(table, () => writeFile(table, 'no zip'))).toBe(lost)
      expect(await restored(table, () => writeFile(table, gzipSync('one\\tcolumn\n')))).toBe(lost)
      const cut = `${contents} is missing or damaged: copy the backup again, or use another one.`
      expect(await restored(contents, () => writeFile(contents, '{"format": 1, "made'))).toBe(cut)
      expect((await rowsOf(place.url))['members']).toEqual([])
    } finally {
      await place.drop()
    }
  }
)
