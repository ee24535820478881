import { spawn } from 'node:child_process'
import { checkWeights } from './build/check-weights.ts'
import { ROOT } from './settings.ts'
import { withOurNode } from './with-our-node.ts'

// `npm run check`: types, lint with types, format, dead code, architecture, weight of the pages. Two at a time; every failure is shown.
const STEPS: [string, string[]][] = [
  ['types', ['tsc', '-p', '.']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['dead code', ['knip']],
  ['architecture', ['vitest', 'run', '--config', 'vitest.config.ts', '--project', 'architecture']]
]

const queue = [...STEPS]
let failed = 0

async function worker(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const [name, [command = '', ...args]] = step
    const began = performance.now()
    const { code, output } = await run(command, args)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
    if (code !== 0) {
      failed++
      console.log(output)
    }
  }
}

function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(`${ROOT}node_modules/.bin/${command}`, args, { cwd: ROOT, env: withOurNode() })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

await Promise.all([worker(), worker()])
const { ok, lines } = checkWeights()
console.log([`${ok ? 'ok    ' : 'FAILED'} weight`, ...lines].join('\n       '))
if (!ok) failed++
process.exit(failed > 0 ? 1 : 0)
