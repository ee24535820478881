import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withOurNode } from '../../bin/with-our-node.ts'

const ROOT = join(import.meta.dirname, '../..')

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'tether-setup-'))
})
afterEach(() => rmSync(project, { recursive: true }))

/** The project's files as after `git clone`, without a build; with `packages` they are installed. */
function clone({ packages = true } = {}): void {
  for (const name of ['bin', 'origin', 'shared', 'tenants', 'worker', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(project, name), { recursive: true })
  if (!packages) return
  mkdirSync(join(project, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '.tether-lock'))
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  writeFileSync(join(project, 'node_modules/.tether-lock'), lock)
}

const run = (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const said = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', env: { ...process.env, ...env } })
  return { status: said.status, stdout: said.stdout, stderr: said.stderr.trim() }
}

test('npm start reports a wrong setting before it builds anything', () => {
  clone()
  const said = run(['bin/setup.mjs', 'start'], { PORT: 'http', LIMIT_FACTOR: '0', APP_ENV: 'staging' })
  expect(said).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      'APP_ENV must be production or local, not "staging".',
      'PORT must be a whole number from 1 to 65535, not "http".',
      'LIMIT_FACTOR must be a number above 0, not "0".'
    ].join('\n')
  })
  expect(existsSync(join(project, 'dist'))).toBe(false)
})

test('a folder to install or build into that belongs to another user is reported in one line', () => {
  chmodSync(project, 0o755)
  const folder = join(project, 'dist')
  mkdirSync(folder)
  // Root may write everywhere, so it becomes another user; for any other user a folder can be made read-only.
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, isRoot ? 0o755 : 0o555)
  const program = `
    const { ensureWritable } = await import(${JSON.stringify(join(ROOT, 'bin/setup/run.mjs'))})
    if (${isRoot}) process.setuid(65534)
    for (const path of [${JSON.stringify(folder)}, ${JSON.stringify(join(folder, 'new'))}])
      try { ensureWritable(path) } catch ({ message }) { console.error(message) }`
  const { stderr } = run(['--input-type=module', '--eval', program])
  const told = (path: string) =>
    `This user cannot write to ${path}, which belongs to another one. Start as its owner, or give it to this user (chown).`
  expect(stderr.split('\n')).toEqual([told(folder), told(join(folder, 'new'))])
  chmodSync(folder, 0o755)
})

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const PROGRAMS = Object.entries(scripts).filter(([, script]) => script.endsWith('.ts'))

test('every script that runs TypeScript checks Node and the packages first', () => {
  expect(PROGRAMS.length).toBeGreaterThan(10)
  for (const [name, script] of PROGRAMS)
    expect([name, script]).toEqual([name, expect.stringMatching(/^(?:\w+=\w+ )*node --import=\.\/bin\/guard\.mjs /)])
})

test('with an older Node or without packages a script says so in one line', () => {
  clone({ packages: false })
  const args = PROGRAMS[0]![1].replace(/^.*?\bnode /, '').split(' ')
  expect(run(args)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The packages are not installed\. npm start installs them; .*$/) as string
  })
  // Only the version number differs: that is all the check reads.
  const older = `--import=data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.0'})`
  const told = /^This needs Node 22\.18 or newer, and here is v20\.19\.0\. npm start installs the packages, which bring a newer Node .*$/
  expect(run([older, ...args])).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(told) as string })
})

test('programs of the packages run with our Node, whatever the system has', () => {
  const system = join(project, 'bin')
  mkdirSync(system)
  writeFileSync(join(system, 'node'), '#!/bin/sh\necho an old Node >&2\nexit 7\n')
  chmodSync(join(system, 'node'), 0o755)
  const before = process.env.PATH
  process.env.PATH = `${system}:/usr/bin:/bin`
  try {
    const { status, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/wrangler'), ['--version'], { env: withOurNode(), encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  } finally {
    process.env.PATH = before
  }
})
