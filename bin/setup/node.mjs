import { spawnSync } from 'node:child_process'
import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

// The first version that runs TypeScript directly.
const least = [22, 18]
const pinned = join(root, 'node_modules', '.bin', 'node')

/**
 * Makes sure that npm's scripts find Node 22.18 or newer: the one of the `node-linux-*` packages, which npm puts first on the PATH, otherwise the
 * system's.
 * @returns the command to call it, even if npm hasn't put it on the PATH
 */
export function ensureNode() {
  if (lstatSync(pinned, { throwIfNoEntry: false })) {
    const version = versionOf(pinned)
    if (isEnough(version)) return pinned
    // A packaged Node that doesn't run here, as on musl systems, would hide the system's.
    console.log(`The packaged Node does not run here (${version ?? 'no answer'}); using the system's instead.`)
    rmSync(pinned)
  }
  const version = versionOf('node')
  if (isEnough(version)) return 'node'
  throw new Error(`${tooOld(version)} Install it from https://nodejs.org and try again.`)
}

/** The message about a Node that can't run TypeScript. */
export function tooOld(version) {
  return `This needs Node ${least.join('.')} or newer, and here is ${version ?? 'none'}.`
}

function versionOf(command) {
  const answer = spawnSync(command, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim() : null
}

/** Does this version of Node run TypeScript directly? */
export function isEnough(version) {
  const [major = 0, minor = 0] = (version ?? '').replace('v', '').split('.').map(Number)
  if (major === 23) return minor >= 6
  return major > least[0] || (major === least[0] && minor >= least[1])
}
