import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { envText } from './env-text.ts'
import { fail, UsageError } from './operator/usage-error.ts'
import { EDGE_PORT, ROOT } from './settings.ts'
import { checkSettings } from './settings/check-settings.ts'
import { withOurNode } from './with-our-node.ts'

// `npm run worker`: the edge in workerd through wrangler, in front of a running origin. Needs no internet and sends no telemetry.
const environment = await checkSettings('worker').catch(fail)
if (!existsSync(`${ROOT}dist/worker/worker.js`)) fail(new UsageError('There is no build of the edge. Run: npm run build'))
const variables = { APP_ENV: environment.environment, ORIGIN_URL: environment.originUrl }
// A secret on the command line can be read by everyone on this machine; a file of our own cannot.
const folder = mkdtempSync(join(tmpdir(), 'tether-worker-'))
const secrets = join(folder, 'secrets.env')
writeFileSync(secrets, `EDGE_SECRET=${envText(environment.edgeSecret)}\n`, { mode: 0o600 })
const args = [
  'dev',
  '--env-file',
  secrets,
  '--port',
  String(environment.port ?? EDGE_PORT),
  '--ip',
  '127.0.0.1',
  '--show-interactive-dev-session=false'
]
for (const [name, value] of Object.entries(variables)) args.push('--var', `${name}:${value}`)
const wrangler = spawn(`${ROOT}node_modules/.bin/wrangler`, args, {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...withOurNode(), WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => wrangler.kill(signal))
wrangler.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 0)
})
