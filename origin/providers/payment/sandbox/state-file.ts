import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SandboxState } from './payments.ts'

/** The state that an earlier run saved; none without a file. */
export function readState(file: string | undefined): SandboxState {
  try {
    if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as SandboxState
  } catch {
    // The first start, or a file that was cut off.
  }
  return { payments: [], cards: [] }
}

/** Saves the state for the next run, whole or not at all. */
export function writeState(file: string | undefined, state: SandboxState): void {
  if (file === undefined) return
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
