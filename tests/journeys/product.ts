import { startCommand } from '../fixtures/start-command.ts'

/** Starts the whole product as `npm start` does, on a port and in folders of its own; resolves when it says `ready`, to what stops it. */
export async function startProduct(env: { PORT: string; DATA_DIR: string } & Record<string, string>): Promise<() => Promise<void>> {
  // All journeys come from one address, faster than people: on a quick machine more log-ins a minute than one line is granted.
  const started = await startCommand('start', { LIMIT_FACTOR: '50', ...env })
  const { status, stdout, stderr } = started
  if (status !== null) throw new Error(`bin/start.ts ended with ${status}:\n${stdout}${stderr}`)
  return () => started.stop()
}
