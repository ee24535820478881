const KINDS = ['page', 'api', 'media', 'asset', 'edge'] as const
type Kind = (typeof KINDS)[number]

const PREFIXES: readonly (readonly [string, Kind])[] = [
  ['/api/', 'api'],
  ['/assets/', 'asset'],
  ['/media/', 'media'],
  ['/__', 'edge']
]

/** Counters of this process since its start. Labels come from small closed sets, so the counters can't grow without bound. */
export class Metrics {
  /** By kind, then by the first digit of the status. */
  readonly #requests: Record<Kind, number[]> = { page: [], api: [], media: [], asset: [], edge: [] }
  readonly #html = new Map<string, number>()
  readonly #settings = new Map<string, number>()

  /** @param cache what the page cache did: `hit`, `miss`, `bypass`, or empty if it wasn't used */
  request(path: string, status: number, cache: string): void {
    const kind = PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'page'
    const digit = Math.floor(status / 100)
    this.#requests[kind][digit] = (this.#requests[kind][digit] ?? 0) + 1
    if (cache) this.#html.set(cache, (this.#html.get(cache) ?? 0) + 1)
  }

  /** Counts a refresh of hosts or settings by the place where they were found. */
  refresh(what: 'hosts' | 'settings', found: string): void {
    const labels = `what="${what}",found="${found}"`
    this.#settings.set(labels, (this.#settings.get(labels) ?? 0) + 1)
  }

  /** Everything in Prometheus' text format. `gauges`: current values by name. */
  text(gauges: Record<string, { help: string; value: number }>): string {
    const requests = KINDS.flatMap((kind) =>
      this.#requests[kind].map((count, digit) => `tether_edge_requests_total{kind="${kind}",status="${digit}xx"} ${count}`)
    )
    const lines = [
      ...head('tether_edge_requests_total', 'Requests by kind of path and class of status.', 'counter'),
      ...requests.filter(Boolean),
      ...head('tether_edge_html_total', 'Pages by what the page cache did.', 'counter'),
      ...Array.from(this.#html, ([cache, count]) => `tether_edge_html_total{cache="${cache}"} ${count}`),
      ...head('tether_edge_settings_refreshes_total', 'Refreshes of hosts and settings, by where they were found.', 'counter'),
      ...Array.from(this.#settings, ([labels, count]) => `tether_edge_settings_refreshes_total{${labels}} ${count}`),
      ...Object.entries(gauges).flatMap(([name, { help, value }]) => [...head(name, help, 'gauge'), `${name} ${value}`])
    ]
    return `${lines.join('\n')}\n`
  }
}

const head = (name: string, help: string, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
