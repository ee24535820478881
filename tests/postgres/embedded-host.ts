// A process that runs an embedded server: `node embedded-host.ts <data directory> [exit]`. Prints one JSON line when it is up; with `exit` it exits
// at once without stopping the server, otherwise it stops it on SIGTERM.
import { startEmbedded } from '../../bin/postgres/embedded.ts'

const [dataDir = '', then] = process.argv.slice(2)
try {
  const server = await startEmbedded({ dataDir, log: (line) => console.error(line) })
  console.log(JSON.stringify({ url: server.url, pid: server.pid }))
  if (then === 'exit') process.exit(0)
  process.once('SIGTERM', () => void server.stop().then(() => clearInterval(alive)))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const alive = setInterval(() => {}, 60_000)
