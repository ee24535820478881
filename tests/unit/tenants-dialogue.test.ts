import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { onTerminal } from '../fixtures/terminal.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'

const program = join(import.meta.dirname, '../../bin/tenants.ts')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function asked(words: string[], answers: [string, string][]) {
  const folder = mkdtempSync(join(tmpdir(), 'tether-dialogue-'))
  folders.push(folder)
  mkdirSync(join(folder, 'tenants/companies'), { recursive: true })
  mkdirSync(join(folder, 'tenants/scenes'))
  const drawing = { path: 'tenants/scenes/harbour.svg', text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800"/>' }
  for (const { path, text } of [tenantFile('velvet'), companyFile(), drawing]) writeFileSync(join(folder, path), text)
  const env = { ...process.env, NO_COLOR: '1', TERM: 'dumb', TENANTS_DIR: join(folder, 'tenants') }
  const written = join(folder, 'tenants/roses.json')
  return onTerminal([process.execPath, program, 'new', ...words], answers, { env, cwd: folder }).then((said) => ({
    ...said,
    file: existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as Record<string, unknown>) : null
  }))
}

// Without Linux there may be another `script`.
const onLinux = test.runIf(process.platform === 'linux')

onLinux('new asks for what is missing, offers what it can guess, asks again for what it needs, and writes a draft', async () => {
  const { status, screen, file } = await asked(
    [],
    [
      ['Id (short name', 'roses\n'],
      ['Name as members see it [Roses]', '\n'],
      ['Domain:', '\n'],
      ['Domain:', 'roses.example\n'],
      ['Language (da de en', 'nl\n'],
      ['Countries, the main one first', 'nl be\n'],
      ['Niche (1 general', '3\n'],
      ['Company (brand-house) [brand-house]', '\n'],
      ['Main colour', '\n']
    ]
  )
  expect([status, screen]).toEqual([0, expect.stringContaining('Wrote tenants/roses.json, a draft.')])
  expect(file).toMatchObject({
    id: 'roses',
    name: 'Roses',
    domain: 'roses.example',
    domain_language: 'nl',
    countries: ['NL', 'BE'],
    niche: 3,
    company_id: 'brand-house',
    status: 'draft'
  })
})

onLinux('what the command line says is not asked, and Ctrl-C or Ctrl-D at a question writes nothing', async () => {
  const words = ['roses', '--name', 'Roses', '--domain', 'roses.example', '--countries', 'NL']
  for (const [key, code] of [
    ['\u0003', 130],
    ['\u0004', 1]
  ] as const) {
    const { status, screen, file } = await asked(words, [['Language (da de en', key]])
    expect([status, file]).toEqual([code, null])
    expect(screen).not.toContain('Name as members see it')
  }
})
