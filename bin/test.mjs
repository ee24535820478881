// `npm test`: every suite in one run. `npm test -- origin edge` runs some suites, `npm test -- --changed` those tests of the quick suites that
// the uncommitted change reaches; anything else is passed on to vitest. `--count` runs none and prints the last line of the run before.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const report = join(root, '.reports', 'tests.json')
// Also for a caller with an older system Node.
const packagedNode = join(root, 'node_modules', '.bin', 'node')

// Each is a project of vitest.config.ts.
const all = ['architecture', 'unit', 'components', 'edge', 'edge-workerd', 'origin', 'kill', 'journeys']
/** These run the build: their tests don't import what they test. */
const built = ['edge-workerd', 'kill', 'journeys']
const runLimit = 45 * 60_000

const given = process.argv.slice(2)
const suites = given.filter((arg) => all.includes(arg))
const options = given.filter((arg) => !all.includes(arg) && arg !== '--count')

if (!given.includes('--count')) {
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  run()
}
const { bySuite, passed, failed } = readReport()
console.table(bySuite)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function run() {
  const quick = options.includes('--changed') ? all.filter((name) => !built.includes(name)) : []
  const projects = (suites.length > 0 ? suites : quick).flatMap((name) => ['--project', name])
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    'vitest.config.ts',
    ...projects,
    ...output,
    ...options
  ]
  const { status, signal } = spawnSync(existsSync(packagedNode) ? packagedNode : process.execPath, args, {
    cwd: root,
    // Many tests start commands and the whole product: Node's compiled code of their files is reused.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: runLimit,
    killSignal: 'SIGKILL'
  })
  if (status !== 0) console.log(`The run ended with ${status ?? signal}`)
}

/** A file that did not load and an error outside the tests count as one failure each, so that nothing is skipped silently; so does a run without a test. */
function readReport() {
  const bySuite = {}
  if (!existsSync(report)) return { bySuite: { 'no report': {} }, passed: 0, failed: 1 }
  const { testResults, success, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'))
  let failed = 0
  for (const { name, status, assertionResults, startTime, endTime } of testResults) {
    const suite = relative(join(root, 'tests'), name).split(/[/\\]/, 1)[0]
    const row = (bySuite[suite] ??= { passed: 0, failed: 0, skipped: 0, seconds: 0 })
    const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length
    const broken = Math.max(count('failed'), status === 'failed' ? 1 : 0)
    row.passed += count('passed')
    row.failed += broken
    row.skipped += assertionResults.length - count('passed') - count('failed')
    row.seconds += Math.round((endTime - startTime) / 1000)
    failed += broken
  }
  const wanted = numPassedTests > 0 || options.includes('--changed')
  return { bySuite, passed: numPassedTests, failed: success && wanted ? failed : Math.max(failed, 1) }
}
