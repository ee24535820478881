import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claimDirectory } from './claim.ts'
import { initialise, removeUnfinished } from './cluster.ts'
import { stopLeftovers } from './leftovers.ts'
import { findPlace, giveTo } from './place.ts'
import type { Place } from './place.ts'
import { runServer } from './server.ts'
import type { Server } from './server.ts'

/**
 * Starts the PostgreSQL that comes with the project, for this process alone; the first start creates its files. It may be killed at any moment: the
 * next start stops what was left and recovers without manual work. The server ends with `stop()` and with `process.exit`; if the process dies by an
 * unhandled signal, the next start stops the server.
 * @param options.dataDir folder of its data (`postgres/`), log (`postgres.log`) and lock; created if missing
 * @param options.fsync false: data doesn't survive a power loss (but it does survive a killed process); for tests
 * @param options.maxConnections the server's `max_connections`
 * @param options.log gets one readable line for anything slow or unusual
 * @returns the server, with an empty or migrated database that is reached from this machine only
 * @throws Error with a readable message: directory in use, no PostgreSQL for this platform, server does not come up
 */
export async function startEmbedded(options: {
  dataDir: string
  fsync?: boolean
  maxConnections?: number
  log: (line: string) => void
}): Promise<Server> {
  const { log, fsync: durable = true, maxConnections = 100 } = options
  const dataDir = makeFolder(options.dataDir)
  const release = await claimDirectory(dataDir)
  process.on('exit', release)
  const letGo = () => {
    release()
    process.off('exit', release)
  }
  try {
    const place = findPlace(dataDir, log)
    await removeUnfinished(place.data)
    await stopLeftovers(place.data, log)
    if (!existsSync(place.data)) {
      log(`Creating a PostgreSQL database in ${place.data}.`)
      await initialise(place, { durable })
    }
    ensureOwner(place)
    const socketFolder = canHaveSocket(place) ? place.data : ''
    const server = await runServer({ place, durable, socketFolder, maxConnections, log, logFile: join(dataDir, 'postgres.log') })
    return {
      url: server.url,
      socketUrl: server.socketUrl,
      get pid() {
        return server.pid
      },
      stop: () => server.stop().finally(letGo)
    }
  } catch (error) {
    letGo()
    throw error
  }
}

/** @returns its absolute path without symbolic links */
function makeFolder(dataDir: string): string {
  try {
    const created = mkdirSync(join(dataDir, 'lock'), { recursive: true })
    // Root in someone's project folder: what it creates there belongs to that user, who can then start without root too.
    if (created && process.getuid?.() === 0) giveTo(statSync(dirname(created)), created)
    accessSync(join(dataDir, 'lock'), constants.W_OK)
    return realpathSync(dataDir)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new Error(`This user cannot write to the data folder ${dataDir} (${reason}). Set DATA_DIR to another one.`, { cause: error })
  }
}

/** Systems allow 104 to 108 bytes for the path of a socket; its name takes 16. */
function canHaveSocket({ data }: Place): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(data) < 85
}

// A folder made by another account, as after `sudo npm start`: root may hand it over, others may not.
function ensureOwner({ account, data }: Place): void {
  if (!account.owner || statSync(data).uid === account.owner.uid) return
  try {
    giveTo(account.owner, data)
  } catch (error) {
    throw new Error(`The database files in ${data} belong to another user. Start as that user, or set DATA_DIR to another folder.`, {
      cause: error
    })
  }
}
