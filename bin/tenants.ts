import { didYouMean, parseCommandLine } from './operator/parse-command-line.ts'
import { UsageError } from './operator/usage-error.ts'
import { readEnvironment } from './settings.ts'
import { tenantsFolder } from './settings/tenants-folder.ts'
import { OPTIONS, type Call } from './tenants/call.ts'
import { printJson } from './operator/print.ts'

const HELP = `npm run tenants -- <command>

  new <id>             writes the file of a new brand, a draft; prompts for missing options
                       --name --domain --lang --countries NL,BE --niche --company --primary --secondary --pool --email --status
  list                 every tenant with its domain, pool, status, language, countries and sign-ups
  show <id>            what its file says; --resolved: every value with its source (file, extends, default)
  check [id]           mistakes and warnings in the files, with line, column and what to do; exit code 1 on mistakes;
                       where a database runs, also brands that are served although their files are gone
  preview <id>         addresses of every layout in every country and language, drafts too, while npm start runs
  diff <id> [n]        the file against what is published (or version n), and what that means to readers
  publish <id>         stores the file as the next version and waits until each --edge URL (else EDGE_URLS, else localhost) serves it; --dry-run
  rollback <id> [n]    publishes version n again; without n, the versions
  gone <id>            ends a brand: publishes its newest version as "gone" (410), also where its file is no longer there
                       all three refuse to overwrite a version published meanwhile, unless --force is given
  bounces <id>         how many visitors of each campaign (network, lb) left at once, by day
  dns <id>             records to create for its hosts (--target: host of the edge), and which exist
  doctor <url>         checks a running site: redirects, canonical, headers, robots, sitemap, manifest, warning, speed
  schema               writes the JSON Schemas that editors read
  snapshot [folder]    writes the copy that an edge on Node or Workers starts from into dist/

--json prints the answer for programs. TENANTS_DIR names a folder other than tenants/. DATABASE_URL holds what is published, else the
embedded database of the npm start that runs with this DATA_DIR; PORT is its port. Also: EDGE_SECRET,
APP_SECRET, TENANTS_AUTHOR, EDGE_HOST, DNS_SERVERS.`

type Command = (call: Call) => Promise<number>

/** Each command loads only what it needs: most never touch the database. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  new: async () => (await import('./tenants/new.ts')).create,
  list: async () => (await import('./tenants/commands.ts')).list,
  show: async () => (await import('./tenants/show.ts')).show,
  check: async () => (await import('./tenants/commands.ts')).check,
  preview: async () => (await import('./tenants/preview.ts')).preview,
  diff: async () => (await import('./tenants/publish.ts')).diff,
  publish: async () => (await import('./tenants/publish.ts')).publish,
  rollback: async () => (await import('./tenants/publish.ts')).rollback,
  gone: async () => (await import('./tenants/publish.ts')).gone,
  bounces: async () => (await import('./tenants/bounces.ts')).bounces,
  dns: async () => (await import('./tenants/dns.ts')).dns,
  doctor: async () => (await import('./tenants/doctor.ts')).doctor,
  schema: async () => (await import('./tenants/commands.ts')).schema,
  snapshot: async () => (await import('./tenants/snapshot.ts')).snapshot
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error
  if (process.argv.includes('--json')) printJson({ error: error.message })
  else console.error(error.message)
  return 1
})

async function run(args: string[]): Promise<number> {
  const { values: options, positionals } = parseCommandLine(args, OPTIONS)
  const [name = '', ...words] = positionals
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const command = await load?.()
  if (command) return await command({ dir: tenantsFolder(readEnvironment()), words, json: options.json === true, options })
  const asked = name && name !== 'help'
  const unknown = asked ? `There is no command "${name}".${didYouMean(name, Object.keys(COMMANDS))}` : ''
  if (asked && options.json) throw new UsageError(unknown)
  if (asked) console.error(`${unknown}\n`)
  console.log(HELP)
  return asked ? 1 : 0
}
