import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Runs a command with its output on the terminal. @returns whether it succeeded */
export function run(command, args, { env = process.env } = {}) {
  return spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** Runs a command silently. @returns whether it succeeded */
export function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status === 0
}

/** Throws if a folder of the project isn't writable, for example after an install or a build by root. */
export function ensureWritable(path) {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
  } catch {
    throw new Error(`This user cannot write to ${path}, which belongs to another one. Start as its owner, or give it to this user (chown).`)
  }
}
