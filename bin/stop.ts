import type { Stop } from './listen.ts'

/**
 * Runs `stop` once on Ctrl-C or SIGTERM, then ends the process; a second Ctrl-C ends it at once. `stop` resolves with the number of connections that
 * were cut off.
 */
export function stopOnSignal(stop: () => Promise<number>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    console.log('stopping …')
    stop().then(
      (cut) => {
        console.log(cut > 0 ? `stopped; ${cut} connections were cut off` : 'stopped')
        process.exit(0)
      },
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      }
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/**
 * Waits for the work of a process that is stopping, but no longer than it has: a mail server or a payment provider may take minutes to answer, and
 * what isn't finished stays due.
 */
export async function finish(work: Promise<void>, { ownWork }: Pick<Stop, 'ownWork'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      console.log('stopping without waiting for what is still running; it stays due')
      resolve()
    }, ownWork)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
