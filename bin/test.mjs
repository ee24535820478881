// `npm test`: every suite in one run. `npm test -- origin edge` runs some suites, `npm test -- --changed` those tests of the quick suites that
// the uncommitted change reaches; anything else is passed on to vitest. `--count` runs none and prints the last line of the run before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const reports = join(root, '.reports')
const report = join(reports, 'tests.json')
// Also for a caller with an older system Node.
const packagedNode = join(root, 'node_modules', '.bin', 'node')

/** Every suite of the whole run, each the name of a project in vitest.config.ts; tests/order.ts says which comes first. */
const all = ['edge-workerd', 'kill', 'components', 'journeys', 'client', 'unit', 'origin', 'edge', 'architecture']
/** Only run by name: it needs other browsers, and takes longer than a whole run may. */
const apart = ['engines']
const known = [...all, ...apart]
/** These run the build: their tests don't import what they test. */
const built = ['edge-workerd', 'kill', 'journeys']
/** A guard against a run that hangs; the long ones take up to an hour on a slow machine. */
const runLimit = (process.env.TEST_LONG ? 180 : 45) * 60_000
/** Databases, browsers and pictures create and delete tens of thousands of files: in memory if there is room. */
const temporary = existsSync('/dev/shm') && statfsSync('/dev/shm').bsize * statfsSync('/dev/shm').bavail > 4e9 ? '/dev/shm' : tmpdir()
const NO_REPORT = { testResults: [], success: false, numPassedTests: 0 }
/** What the run last wrote to stderr. */
let complaints = ''

const given = process.argv.slice(2)
const suites = given.filter((arg) => known.includes(arg))
const options = given.filter((arg) => !known.includes(arg) && arg !== '--count')

if (!given.includes('--count')) {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  await run(suites.length > 0 ? suites : options.includes('--changed') ? quick() : all)
}
const { bySuite, passed, failed, broken } = readReport()
// Printed last, for logs of which only the end is kept.
for (const name of broken) console.log(`failed: ${name}`)
console.table(bySuite)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function quick() {
  return all.filter((name) => !built.includes(name))
}

/** Runs suites in one process of vitest. */
async function run(names) {
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    'vitest.config.ts',
    ...names.flatMap((name) => ['--project', name]),
    ...output,
    ...options
  ]
  const vitest = spawn(existsSync(packagedNode) ? packagedNode : process.execPath, args, {
    cwd: root,
    // Many tests start commands and the whole product: Node's compiled code of their files is reused.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), TMPDIR: temporary, ...process.env },
    stdio: ['ignore', 'inherit', 'pipe'],
    timeout: runLimit,
    killSignal: 'SIGKILL'
  })
  vitest.stderr.on('data', (text) => {
    process.stderr.write(text)
    complaints = `${complaints}${text}`.slice(-20_000)
  })
  const closed = once(vitest.stderr, 'close')
  const [code, signal] = await once(vitest, 'exit')
  // What it said last is still to be read, unless a process that it left behind keeps the pipe open.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })])
  vitest.stderr.destroy()
  if (code === 0) return
  console.log(`The run of ${names.join(', ')} ended with ${code ?? signal}`)
  // Also one that ended before its report, and one whose report knows nothing of an error outside the tests.
  writeFileSync(report, JSON.stringify({ ...stored(), success: false }))
}

/** The report of the last run. */
function stored() {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : NO_REPORT
}

/** The first lines of a failure's messages: enough to know what was expected and where. */
function shorten(text) {
  return stripVTControlCharacters(text).split('\n').slice(0, 20).join('\n')
}

/** A file that did not load and an error outside the tests count as one failure each, so that nothing is skipped silently; so does a run without a test. */
function readReport() {
  const { testResults, success, numPassedTests } = stored()
  const bySuite = {}
  const broken = []
  let failures = 0
  for (const { name, status, assertionResults, startTime, endTime } of testResults) {
    const suite = relative(join(root, 'tests'), name).split(/[/\\]/, 1)[0]
    const row = (bySuite[suite] ??= { passed: 0, failed: 0, skipped: 0, seconds: 0 })
    const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length
    const bad = Math.max(count('failed'), status === 'failed' ? 1 : 0)
    row.passed += count('passed')
    row.failed += bad
    row.skipped += assertionResults.length - count('passed') - count('failed')
    row.seconds += Math.round((endTime - startTime) / 1000)
    failures += bad
    if (bad > 0) broken.push(relative(root, name))
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') broken.push(`${relative(root, name)} > ${fullName}\n${shorten(failureMessages.join('\n'))}`)
  }
  const whole = success && (numPassedTests > 0 || options.includes('--changed'))
  if (!whole && failures === 0) {
    failures = 1
    const said = stripVTControlCharacters(complaints).trim()
    broken.push(`outside the tests\n${said.split('\n').slice(-40).join('\n')}`)
  }
  return { bySuite, passed: numPassedTests, failed: failures, broken }
}
