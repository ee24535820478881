import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readTenantFolder, watchTenantFolder, type TenantFolder } from '../../origin/settings/tenant-folder.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'

// A mocked module would be missed by those that other files of this process have already imported.
const readFile = vi.spyOn(fs, 'readFile')
syncBuiltinESMExports()
afterAll(() => {
  readFile.mockRestore()
  syncBuiltinESMExports()
})

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tether-tenants-'))
  ends.push(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'companies'))
  writeFileSync(join(dir, 'companies/brand-house.json'), companyFile().text)
  return dir
}

const write = (dir: string, id: string, text: string) => writeFileSync(join(dir, `${id}.json`), text)

/** A watched folder with two tenants; `told` collects the reports. */
async function watched() {
  const dir = makeFolder()
  write(dir, 'velvet', tenantFile('velvet').text)
  write(dir, 'roses', tenantFile('roses').text)
  const told: TenantFolder[] = []
  const log: string[] = []
  ends.push(
    await watchTenantFolder(
      dir,
      (folder) => void told.push(folder),
      (line) => log.push(line)
    )
  )
  const namesIn = (folder: TenantFolder | undefined) => folder?.records.map(({ settings }) => [settings.id, settings.name])
  return { dir, told, log, last: () => namesIn(told.at(-1)) }
}

test('schemas and hidden files in the folder are not tenants', async () => {
  const dir = makeFolder()
  write(dir, 'velvet', tenantFile('velvet').text)
  for (const name of ['tenant.schema.json', '.velvet.json.swp', '.hidden.json', 'notes.txt']) writeFileSync(join(dir, name), 'not a tenant')
  const { records, problems, faulty } = await readTenantFolder(dir)
  expect(records.map(({ settings }) => settings.id)).toEqual(['velvet'])
  expect([problems, faulty]).toEqual([[], []])
})

test('a missing folder is an error, not an empty list of tenants', async () => {
  await expect(readTenantFolder('/nowhere/at/all')).rejects.toThrow('ENOENT')
})

test('a changed, a new and a removed file are reported; files saved without a change are not', async () => {
  const { dir, told, last } = await watched()
  write(dir, 'velvet', tenantFile('velvet', { name: 'Velvet Two' }).text)
  write(dir, 'dusk', tenantFile('dusk').text)
  rmSync(join(dir, 'roses.json'))
  await vi.waitFor(
    () =>
      expect(last()).toEqual([
        ['dusk', 'Velvet Dates'],
        ['velvet', 'Velvet Two']
      ]),
    5000
  )
  const before = told.length
  const filesRead = () => readFile.mock.settledResults.filter(({ type }) => type === 'fulfilled').length
  const readBefore = filesRead()
  write(dir, 'velvet', tenantFile('velvet', { name: 'Velvet Two' }).text)
  // The two tenants and their company were read once more, so any report has been made.
  await vi.waitFor(() => expect(filesRead()).toBeGreaterThanOrEqual(readBefore + 3), 5000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toHaveLength(before)
})

test('a file replaced by renaming, as editors do, is reported each time', async () => {
  const { dir, last } = await watched()
  for (const name of ['Velvet Two', 'Velvet Three', 'Velvet Four']) {
    write(dir, '.velvet.new', tenantFile('velvet', { name }).text)
    renameSync(join(dir, '.velvet.new.json'), join(dir, 'velvet.json'))
    await vi.waitFor(() => expect(last()).toContainEqual(['velvet', name]), 5000)
  }
})

test('a drawing added or changed is reported with the brand that names it, in a folder that is new, too', async () => {
  const { dir, told } = await watched()
  const shown = () => told.at(-1)?.records.find(({ settings }) => settings.id === 'velvet')?.settings.drawings?.scene
  const drawn = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="${size}"/></svg>`
  mkdirSync(join(dir, 'scenes'))
  writeFileSync(join(dir, 'scenes/ours.svg'), drawn(1))
  write(dir, 'velvet', tenantFile('velvet', { scene: 'ours' }).text)
  await vi.waitFor(() => expect(shown()).toBe(drawn(1)), 5000)
  writeFileSync(join(dir, 'scenes/ours.svg'), drawn(2))
  await vi.waitFor(() => expect(shown()).toBe(drawn(2)), 5000)
})

test('a file with a mistake keeps its last good version, and the log says what is wrong and where', async () => {
  const { dir, told, log, last } = await watched()
  write(dir, 'velvet', tenantFile('velvet', { name: 'Velvet Two' }).text)
  await vi.waitFor(() => expect(last()).toContainEqual(['velvet', 'Velvet Two']), 5000)
  write(dir, 'velvet', tenantFile('velvet', { name: 'Velvet Three', niche: 9 }).text)
  await vi.waitFor(() => expect(told.at(-1)?.faulty).toEqual(['velvet']), 5000)
  expect(last()).toEqual([
    ['roses', 'Velvet Dates'],
    ['velvet', 'Velvet Two']
  ])
  expect(log.join('\n')).toMatch(/velvet\.json:9:12 error: "niche" must be at most 7, not 9\./)
  expect(log.join('\n')).toContain('Kept the last good version of velvet.')
  write(dir, 'velvet', tenantFile('velvet', { name: 'Velvet Three' }).text)
  await vi.waitFor(() => expect(last()).toContainEqual(['velvet', 'Velvet Three']), 5000)
})

test('a company with a mistake keeps its tenants as they were', async () => {
  const { dir, told, last } = await watched()
  writeFileSync(join(dir, 'companies/brand-house.json'), '{')
  await vi.waitFor(() => expect(told.at(-1)?.faulty).toEqual(['roses', 'velvet']), 5000)
  expect(last()).toHaveLength(2)
})

test('a companies folder that is re-created, as by switching branches, is still watched', async () => {
  const { dir, told, last } = await watched()
  rmSync(join(dir, 'companies'), { recursive: true })
  await vi.waitFor(() => expect(told.at(-1)?.faulty).toEqual(['roses', 'velvet']), 5000)
  mkdirSync(join(dir, 'companies'))
  writeFileSync(join(dir, 'companies/brand-house.json'), companyFile({ city: 'Delft' }).text)
  await vi.waitFor(() => expect(told.at(-1)?.faulty).toEqual([]), 5000)
  writeFileSync(join(dir, 'companies/brand-house.json'), companyFile({ city: 'Leiden' }).text)
  await vi.waitFor(() => expect(told.at(-1)?.records[0]?.company.city).toBe('Leiden'), 5000)
  expect(last()).toHaveLength(2)
})
