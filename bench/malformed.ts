import { spawnSync } from 'node:child_process'
import { ROOT } from '../bin/settings.ts'

const REQUESTS = 10_000

/** Malformed requests made from the contract: none may end in a 5xx. The suite's own test sends two thousand. */
export function malformed() {
  const { status, stdout } = spawnSync(process.execPath, ['bin/test.mjs', 'origin', 'tests/contract/malformed.test.ts'], {
    cwd: ROOT,
    env: { ...process.env, MALFORMED: String(REQUESTS) },
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(stdout)
  return { [`${REQUESTS} malformed requests`]: { '5xx': 0 } }
}
