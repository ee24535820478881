/** Runs `stop` once on Ctrl-C or SIGTERM, then ends the process; a second Ctrl-C ends it at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    console.log('stopping …')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      }
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
