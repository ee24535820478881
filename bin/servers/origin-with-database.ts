import { startLocalSandbox } from '../local-sandbox.ts'
import { linkBaseOf, type Environment } from '../settings.ts'
import { finish } from '../stop.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import { createDemoWorld } from '../../origin/demo/create-demo-world.ts'
import { startOrigin } from '../../origin/start.ts'

/** Runs a part of the start, and may say how long it takes. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>

/**
 * Starts the origin on the database of DATABASE_URL, otherwise on the embedded one; in local mode also the payment sandbox and the demo world.
 * @param edgePort where the edge listens in local mode, for the links in mails
 * @returns the origin, and a stop of all of it that is called when no request is left
 */
export async function startOriginWithDatabase(
  environment: Environment,
  edgePort: number,
  step: Step = (_, work) => work()
): Promise<{ origin: Awaited<ReturnType<typeof startOrigin>>; stop: () => Promise<void> }> {
  const local = environment.environment === 'local'
  const database = environment.databaseUrl
    ? { socketUrl: environment.databaseUrl, stop: async () => {} }
    : await step('Starting PostgreSQL', () => startEmbedded({ dataDir: environment.dataDir, log: console.log }))
  const clock = { now: () => new Date() }
  const payments = await startLocalSandbox(environment, () => clock.now())
  const origin = await step('Starting the origin', () =>
    startOrigin({
      ...environment,
      ...(payments && { payments: payments.options }),
      databaseUrl: database.socketUrl,
      // The embedded database has no pooler before it.
      databaseListenUrl: environment.databaseUrl && environment.databaseListenUrl,
      local,
      linkBase: linkBaseOf(environment, edgePort)
    })
  )
  clock.now = () => origin.deps.now()
  if (local) await step('Looking after the demo world', () => createDemoWorld(origin.deps))
  const stop = async () => {
    await finish(origin.close(), environment.stop)
    await payments?.sandbox.close()
    await database.stop()
  }
  return { origin, stop }
}
