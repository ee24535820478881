import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Crop } from '../../shared/api/photos.ts'
import { UnreadablePhoto, type Picture, type Unreadable } from './re-encode.ts'

/** What a process for pictures is asked for. */
export interface Asked {
  bytes: Uint8Array
  crop: Crop | undefined
}

/** What it answers. */
export type Told = { picture: Picture } | { reason: Unreadable }

const PROCESS = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
/** Whatever takes longer was made to. In ms; an honest picture takes a second at most. */
const LONGEST = 15_000
/** With nothing to do for so long a process ends, and all its memory is given back. In ms. */
const IDLE = 10_000
/**
 * Its whole environment. The C library keeps freed blocks below a limit that grows with the blocks that are asked for, up to
 * hundreds of megabytes; a fixed one gives them back (docs/decisions/010).
 */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072' }

const resting = new Map<ChildProcess, NodeJS.Timeout>()

/**
 * Re-encodes a picture in another process, as re-encode.ts says; throws its `UnreadablePhoto`. One process a call that is under way: bound
 * how many are.
 */
export async function makePicture(bytes: Uint8Array, crop?: Crop): Promise<Picture> {
  const child = take()
  const told = await ask(child, { bytes, crop })
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
  // It must not keep a process that is about to end.
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
    // A decoder that falls over takes the process with it by a signal; with a code it ends for a mistake of ours.
    const end = (code: number | null) =>
      code === null ? hear({ reason: 'broken' }) : fail(new Error(`The process for pictures ended with ${code}`))
    const timer = setTimeout(() => {
      hear({ reason: 'broken' })
      child.kill('SIGKILL')
    }, LONGEST)
    child.on('message', hear).on('exit', end).on('error', fail)
    child.send(asked)
  })
}
