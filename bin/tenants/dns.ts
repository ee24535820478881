import { Resolver } from 'node:dns/promises'
import { styleText } from 'node:util'
import { wwwTwin } from '../../shared/tenants/hosts.ts'
import { readEnvironment } from '../settings.ts'
import { neededId, textOption, type Call } from './call.ts'
import { printJson } from '../operator/print.ts'
import { soundTenant } from './sound-tenant.ts'

/** A DNS record to create, and what public name servers currently return. */
interface DnsRecord {
  host: string
  /** A zone's own name can't have a CNAME: DNS providers offer ALIAS, ANAME or flattening instead. */
  type: 'CNAME' | 'ALIAS' | 'ALIAS or CNAME'
  target: string
  state: 'ok' | 'missing' | 'elsewhere' | 'unknown'
  /** What was found, or why the query failed. */
  found: string
}

const NOWHERE = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN'])

/** Records to create for a brand's hosts, and which of them exist. Exit code 0: it only reports. */
export async function dns(call: Call): Promise<number> {
  const id = neededId(call, 'dns <id> --target <host of the edge>')
  const { settings: tenant } = await soundTenant(call.dir, id)
  const { edgeHost, nameServers } = readEnvironment()
  const target = textOption(call.options, 'target') ?? edgeHost
  const resolver = new Resolver({ timeout: 1500, tries: 1 })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  const hosts = [tenant.domain, ...tenant.aliases].flatMap((host) => [host, wwwTwin(host)])
  const found = await Promise.all(hosts.map((host) => look(resolver, host, target)))
  const offline =
    target !== '' && found.every(({ state }) => state === 'missing' || state === 'unknown') && 'error' in (await lookUp(resolver, target))
  const routes = hosts.map((pattern) => ({ pattern, custom_domain: true }))
  if (call.json) printJson({ id, target: target || null, offline, records: found, routes })
  else print(found, target, offline, hosts)
  return 0
}

async function look(resolver: Resolver, host: string, target: string): Promise<DnsRecord> {
  const record = { host, type: typeOf(host), target: target || '<host of your edge>' } as const
  const there = await lookUp(resolver, host)
  if ('error' in there) return { ...record, state: NOWHERE.has(there.error) ? 'missing' : 'unknown', found: there.error }
  const shown = [...there.names, ...there.addresses].join(', ')
  if (!target) return { ...record, state: 'unknown', found: shown }
  const goal = await lookUp(resolver, target)
  const same = there.names.includes(target) || ('addresses' in goal && goal.addresses.some((address) => there.addresses.includes(address)))
  return { ...record, state: same ? 'ok' : 'elsewhere', found: shown }
}

/** A name such as velvet.co.uk doesn't reveal whether it is that of a zone or inside one. */
function typeOf(host: string): DnsRecord['type'] {
  if (host.startsWith('www.')) return 'CNAME'
  return host.split('.').length === 2 ? 'ALIAS' : 'ALIAS or CNAME'
}

async function lookUp(resolver: Resolver, host: string): Promise<{ names: string[]; addresses: string[] } | { error: string }> {
  const [names, v4, v6] = await Promise.allSettled([resolver.resolveCname(host), resolver.resolve4(host), resolver.resolve6(host)])
  const of = (result: PromiseSettledResult<string[]>) => (result.status === 'fulfilled' ? result.value : [])
  const addresses = [...of(v4), ...of(v6)]
  if (of(names).length + addresses.length > 0) return { names: of(names), addresses }
  return { error: v4.status === 'rejected' ? ((v4.reason as NodeJS.ErrnoException).code ?? 'unknown') : 'ENODATA' }
}

const STATES: Record<DnsRecord['state'], (found: string) => string> = {
  ok: (found) => styleText('green', `ok: ${found}`),
  missing: () => styleText('yellow', 'not there yet'),
  elsewhere: (found) => styleText('red', `points elsewhere: ${found}`),
  unknown: (found) => (/^E[A-Z]+$/.test(found) ? `could not be looked up (${found}: offline?)` : `now ${found}`)
}

function print(records: readonly DnsRecord[], target: string, offline: boolean, hosts: readonly string[]): void {
  const width = Math.max(...records.map(({ host }) => host.length))
  console.log(styleText('bold', 'Records'))
  for (const { host, type, target: to, state, found } of records) {
    console.log(`  ${host.padEnd(width)}  ${type.padEnd(14)}  ${to}   [${STATES[state](found)}]`)
  }
  console.log("  ALIAS where the host is a zone's own name, such as velvet.co.uk; CNAME inside another zone.")
  console.log('  ALIAS is called ANAME or "CNAME flattening" by some name servers; without it, the A and AAAA records of the edge.')
  if (offline) console.log(`  Not even ${target} could be found: this machine is offline, or the target is misspelt.`)
  if (!target) console.log('  Say where your edge is: --target edge.example.net, or EDGE_HOST.')
  console.log(styleText('bold', '\nOn Cloudflare instead, in wrangler.toml (makes records and certificates by itself)'))
  for (const host of hosts) console.log(`  [[routes]]\n  pattern = "${host}"\n  custom_domain = true`)
  console.log('\nEvery host needs a certificate that names it.')
}
