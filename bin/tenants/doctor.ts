import { styleText } from 'node:util'
import { messageOf } from '../operator/message-of.ts'
import { UsageError } from '../operator/usage-error.ts'
import { ask, isLocalUrl, settingsInPage, type Answer } from './ask.ts'
import { type Call } from './call.ts'
import { fail, ok, warn, type Finding, type Site } from './finding.ts'
import { canonical, hreflang, image, manifest } from './head-findings.ts'
import { count, printJson } from '../operator/print.ts'
import { sellingFindings } from './selling-findings.ts'

/** Redirects to follow before we call it a loop. */
const MOST_REDIRECTS = 5

/** Checks a running site like a visitor and a search engine would. Exit code 1 when something fails. */
export async function doctor({ words: [address], json }: Call): Promise<number> {
  const start = URL.parse(address ?? '')
  if (!start || !/^https?:$/.test(start.protocol)) throw new UsageError('Which site? npm run tenants -- doctor https://velvetdates.nl')
  const findings = await lookAt(start)
  const failed = findings.filter(({ state }) => state === 'fail').length
  const doubts = findings.filter(({ state }) => state === 'warn').length
  if (json) printJson({ url: start.href, failed, warnings: doubts, checks: findings })
  else {
    const marks = { ok: styleText('green', 'ok  '), warn: styleText('yellow', 'warn'), fail: styleText('red', 'fail') }
    for (const { check, state, found, fix } of findings) {
      console.log(`${marks[state]}  ${check.padEnd(14)} ${found}`)
      if (fix) console.log(`                     ${fix}`)
    }
    console.log(`${count(findings.length, 'check')}, ${count(failed, 'failure')}, ${count(doubts, 'warning')}`)
  }
  return failed > 0 ? 1 : 0
}

async function lookAt(start: URL): Promise<Finding[]> {
  const walk = await follow(start).catch(messageOf)
  if (typeof walk === 'string')
    return [fail('answer', walk, 'Is the host in DNS (npm run tenants -- dns <id>), and does the edge run there?')]
  const { chain, page } = walk
  const url = chain.at(-1)!
  const redirects = redirectFinding(chain, page)
  if (page.status !== 200) return [redirects, statusFinding(url, page)]
  const site: Site = { url, page, local: isLocalUrl(url) }
  return [
    redirects,
    statusFinding(url, page),
    ...(site.local || start.protocol === 'http:' ? [] : [await insecure(start)]),
    canonical(site),
    await hreflang(site),
    csp(site),
    ...(site.local ? [] : [hsts(site)]),
    await robots(site),
    await sitemap(site),
    await manifest(site),
    await image(site),
    await entryWarning(site),
    ...(await sellingFindings(site)),
    await speed(site)
  ]
}

async function follow(start: URL): Promise<{ chain: URL[]; page: Answer }> {
  const chain = [start]
  let page = await ask(start)
  while (page.status >= 300 && page.status < 400 && page.headers['location'] && chain.length <= MOST_REDIRECTS) {
    const next = new URL(page.headers['location'], chain.at(-1))
    chain.push(next)
    page = await ask(next)
  }
  return { chain, page }
}

function redirectFinding(chain: readonly URL[], page: Answer): Finding {
  const steps = chain.map(({ href }) => href).join(' → ')
  if (page.status >= 300 && page.status < 400)
    return fail('redirects', steps, 'It redirects in a loop: compare "domain" and "aliases" with the proxy.')
  if (chain.length <= 2) return ok('redirects', chain.length === 1 ? 'none' : steps)
  return warn('redirects', steps, 'Each step costs visitors a round trip: send them to the canonical address at once.')
}

function statusFinding(url: URL, { status }: Answer): Finding {
  if (status === 200) return ok('status', `200 at ${url.href}`)
  const fix =
    {
      404: 'No live tenant has this host: is it published, with "status": "live"?',
      410: 'The tenant is "gone".',
      503: 'The tenant is "paused", or the origin is unavailable.'
    }[status] ?? 'Check the log of the edge.'
  return fail('status', `${status} at ${url.href}`, fix)
}

async function insecure(start: URL): Promise<Finding> {
  const plain = new URL(start)
  plain.protocol = 'http:'
  try {
    const { status, headers } = await ask(plain)
    if (status >= 300 && status < 400 && headers['location']?.startsWith('https://')) return ok('http to https', `${status}`)
    return fail('http to https', `http answers ${status}`, 'Redirect http to https in front of the edge ("Always use HTTPS").')
  } catch {
    return ok('http to https', 'http is closed')
  }
}

function csp({ page }: Site): Finding {
  const policy = page.headers['content-security-policy'] ?? ''
  if (!policy) return fail('csp', 'none', 'A proxy drops Content-Security-Policy: let it pass.')
  const holes = ["'unsafe-inline'", "'unsafe-eval'", 'http:', ' *'].filter((hole) => policy.includes(hole))
  if (holes.length > 0) return fail('csp', `allows ${holes.join(', ')}`, 'Something in front of the edge weakens the policy.')
  return policy.includes("default-src 'none'")
    ? ok('csp', "default-src 'none', no inline script")
    : warn('csp', policy, "Start from default-src 'none'.")
}

/** Half a year: with less, browsers forget it between visits. */
const HSTS_LEAST = 15_552_000

function hsts({ page }: Site): Finding {
  const seconds = Number(/max-age=(\d+)/.exec(page.headers['strict-transport-security'] ?? '')?.[1] ?? 0)
  if (seconds >= HSTS_LEAST) return ok('hsts', `${seconds} s`)
  return warn('hsts', seconds === 0 ? 'none' : `${seconds} s`, `Set "hsts" to ${HSTS_LEAST} or more once https works on every subdomain.`)
}

async function robots({ url }: Site): Promise<Finding> {
  const answer = await ask(new URL('/robots.txt', url)).catch(() => null)
  if (answer?.status !== 200) return fail('robots.txt', `answers ${answer?.status ?? 'nothing'}`, 'Is an older edge running there?')
  if (/^disallow:\s*\/\s*$/im.test(answer.body))
    return warn('robots.txt', 'closes the whole site', 'Right for drafts; set "status" to "live" to be found.')
  return /^sitemap:/im.test(answer.body)
    ? ok('robots.txt', 'open, names the sitemap')
    : warn('robots.txt', 'names no sitemap', 'Add a Sitemap line.')
}

async function sitemap({ url, local }: Site): Promise<Finding> {
  const answer = await ask(new URL('/sitemap.xml', url)).catch(() => null)
  if (answer?.status !== 200)
    return fail('sitemap.xml', `answers ${answer?.status ?? 'nothing'}`, 'Is the tenant live, and an older edge running there?')
  const urls = Array.from(answer.body.matchAll(/<loc>([^<]+)<\/loc>/g), ([, found = '']) => URL.parse(found))
  const foreign = local ? undefined : urls.find((one) => one?.host !== url.host)
  if (urls.length === 0) return fail('sitemap.xml', 'no addresses', 'Live tenants list their public pages.')
  if (foreign !== undefined)
    return fail(
      'sitemap.xml',
      `lists ${foreign?.href ?? 'something that is not an address'}`,
      'It may list addresses of its own host only.'
    )
  return ok('sitemap.xml', `${urls.length} addresses`)
}

/** Whether Dutch and German visitors get the warning on a lander. Outside local mode, only the country of this machine can be checked. */
async function entryWarning({ url, local }: Site): Promise<Finding> {
  const lander = new URL('/landers/gallery', url)
  const seen = async (country: string | null) => {
    if (country) lander.searchParams.set('__country', country)
    return settingsInPage((await ask(lander)).body)
  }
  if (!local) {
    const settings = await seen(null).catch(() => null)
    const place = typeof settings?.geoip_country === 'string' ? settings.geoip_country : 'unknown'
    if (settings?.entry_warning === true) return ok('entry warning', `shows here (${place})`)
    return place === 'NL' || place === 'DE'
      ? warn('entry warning', `does not show here (${place})`, '"enable_site_entry_popup" is off.')
      : warn('entry warning', `cannot be seen from here (${place})`, 'It shows in NL and DE: look from there, or at a local preview.')
  }
  const [de, nl] = [await seen('DE').catch(() => null), await seen('NL').catch(() => null)]
  const shows = [de, nl].filter((settings) => settings?.entry_warning === true).length
  if (shows === 2) return ok('entry warning', 'shows in NL and DE')
  const off = [de, nl].every((settings) => settings?.enable_site_entry_popup === false)
  return off
    ? warn('entry warning', 'off', '"enable_site_entry_popup" is off: is that wanted in NL and DE?')
    : fail('entry warning', `shows in ${shows} of NL and DE`, 'Look at /landers/gallery?__country=DE.')
}

/** Median of three, in ms: the first one may open connections and fill memory. */
async function speed({ url }: Site): Promise<Finding> {
  const times: number[] = []
  for (let turn = 0; turn < 3; turn++) times.push((await ask(url)).ms)
  const ms = times.sort((one, other) => one - other)[1]!
  const found = `first byte after ${ms.toFixed(0)} ms`
  if (ms <= 200) return ok('speed', found)
  return warn('speed', found, 'A cached page needs a few ms at the edge: the rest is the way there. Measure from where visitors are.')
}
