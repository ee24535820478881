import { startCommand } from '../fixtures/start-command.ts'

/** Starts the whole product like `npm start`, on its own port and folders; resolves when it says `ready`, with a function that stops it. */
export async function startProduct(env: { PORT: string; DATA_DIR: string } & Record<string, string>): Promise<() => Promise<void>> {
  // All journeys come from one address, faster than people: on a fast machine more log-ins per minute than one address may have.
  // And a busy machine answers late without being broken.
  const started = await startCommand('start', { LIMIT_FACTOR: '50', PAGE_DEADLINE_MS: '10000', ...env })
  const { status, stdout, stderr } = started
  if (status !== null) throw new Error(`bin/start.ts ended with ${status}:\n${stdout}${stderr}`)
  return () => started.stop()
}
