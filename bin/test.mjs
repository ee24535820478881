// `npm test`: every suite after the other, also after one that failed. `node bin/test.mjs origin edge` runs some of them,
// `--count` runs none and prints the last line from the reports of an earlier run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const reports = join(root, '.reports')
// Also where somebody starts this file with an older Node of the system.
const packagedNode = join(root, 'node_modules', '.bin', 'node')

// Each is a project of vitest.config.ts.
const all = ['architecture', 'unit', 'contract', 'edge', 'edge-workerd', 'origin', 'kill', 'journeys']
const suiteLimit = 45 * 60_000

const asked = process.argv.slice(2).filter((arg) => arg !== '--count')
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}
const suites = asked.length > 0 ? asked : all

if (!process.argv.includes('--count')) {
  mkdirSync(reports, { recursive: true })
  // Reports of suites that are not asked for stay: a part of the tests says nothing of the others.
  for (const name of suites) {
    rmSync(fileOf(name), { force: true })
    runSuite(name)
  }
}
const results = suites.map(readReport)
console.table(Object.fromEntries(results.map(({ name, ...rest }) => [name, rest])))
const passed = sum(results.map((result) => result.passed))
const failed = sum(results.map((result) => result.failed))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function runSuite(name) {
  console.log(`\nSuite ${name}`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${fileOf(name)}`]
  const args = [vitest, 'run', '--config', 'vitest.config.ts', '--project', name, ...output]
  const { status, signal } = spawnSync(existsSync(packagedNode) ? packagedNode : process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: suiteLimit,
    killSignal: 'SIGKILL'
  })
  if (status === 0) return
  console.log(`Suite ${name} ended with ${status ?? signal}`)
  // An error outside every test fails the run, but vitest's report does not show it.
  if (existsSync(fileOf(name)))
    writeFileSync(fileOf(name), JSON.stringify({ ...JSON.parse(readFileSync(fileOf(name), 'utf8')), success: false }))
}

/** A suite without a report, without a test or with an error outside its tests counts as one failure, so that none is skipped silently. */
function readReport(name) {
  try {
    const report = JSON.parse(readFileSync(fileOf(name), 'utf8'))
    const notLoaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = report.numFailedTests + notLoaded
    const sound = report.success && report.numTotalTests > 0
    const skipped = report.numTotalTests - report.numPassedTests - report.numFailedTests
    const note =
      report.numTotalTests === 0
        ? 'no tests'
        : notLoaded > 0
          ? `files that did not load: ${notLoaded}`
          : sound || failed > 0
            ? ''
            : 'error outside the tests'
    return { name, passed: report.numPassedTests, failed: sound ? failed : Math.max(failed, 1), skipped, note }
  } catch {
    return { name, passed: 0, failed: 1, skipped: 0, note: 'no report' }
  }
}

function fileOf(name) {
  return join(reports, `${name}.json`)
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
