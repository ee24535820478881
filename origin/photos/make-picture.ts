import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { UnreadablePhoto, type Making, type Picture, type Unreadable } from './re-encode.ts'

/** A request to a picture process. */
export interface Asked {
  bytes: Uint8Array
  how: Making
}

/** Its answer. */
export type Told = { picture: Picture } | { reason: Unreadable }

const PROCESS = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
/** A picture that takes longer is treated as malicious. In ms; an ordinary one takes at most a second. */
const LONGEST = 15_000
/** An idle process ends after this time, which frees all its memory. In ms. */
const IDLE = 10_000
/**
 * Its whole environment. The C library holds on to freed blocks below a threshold that grows with the requested blocks, up to hundreds of megabytes;
 * with a fixed one it releases them (docs/decisions/014).
 */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072' }

const resting = new Map<ChildProcess, NodeJS.Timeout>()

/**
 * Re-encodes a picture in another process, as re-encode.ts says; throws its `UnreadablePhoto`. Each running call has its own process: limit how many
 * run at once.
 */
export async function makePicture(bytes: Uint8Array, how: Making = {}): Promise<Picture> {
  const child = take()
  const told = await ask(child, { bytes, how })
  rest(child)
  if ('picture' in told) return told.picture
  throw new UnreadablePhoto(told.reason)
}

/** Starts a process for pictures. */
export function startPictureProcess(): ChildProcess {
  return fork(PROCESS, { serialization: 'advanced', execArgv: [], env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

function take(): ChildProcess {
  for (const [child, timer] of resting) {
    clearTimeout(timer)
    resting.delete(child)
    if (!child.connected) continue
    child.ref()
    child.channel?.ref()
    return child
  }
  return startPictureProcess()
}

function rest(child: ChildProcess): void {
  if (!child.connected) return
  // It must not keep the parent process alive.
  child.unref()
  child.channel?.unref()
  const end = () => {
    resting.delete(child)
    if (child.connected) child.disconnect()
  }
  resting.set(child, setTimeout(end, IDLE).unref())
}

function ask(child: ChildProcess, asked: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', end).off('error', fail)
    }
    const hear = (told: Told) => {
      settle()
      resolve(told)
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    // A decoder crash ends the process by a signal; an exit code means a bug of ours.
    const end = (code: number | null) =>
      code === null ? hear({ reason: 'broken' }) : fail(new Error(`The picture process exited with ${code}`))
    const timer = setTimeout(() => {
      hear({ reason: 'broken' })
      child.kill('SIGKILL')
    }, LONGEST)
    child.on('message', hear).on('exit', end).on('error', fail)
    child.send(asked)
  })
}
