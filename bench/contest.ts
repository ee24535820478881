import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/** Figures are ratios inside one run, so that they mean the same on any machine. */
const ROUNDS = 7
const SECONDS = 4

/** A server of `servers/` in a process of its own. */
export interface Server {
  url: string
  /** Resident memory in MB, all garbage and free pages given back first: without that it says when the collector last ran. */
  memory(): Promise<number>
  stop(): void
}

export interface Contestant {
  url: string
  /** One host, or many that take turns. */
  host?: string | readonly string[]
}

export interface Ratio {
  /** Median of the rounds' ratios of requests a second, ours : reference. */
  ratio: number
  min: number
  max: number
  /** Median of the rounds' ratios of the 99th percentile of latency. */
  p99: number
  ours: number
  reference: number
  rounds: string
}

/** Starts `servers/<name>.ts`; rejects when it ends before it listens. */
export async function start(name: string, env: Record<string, string> = {}): Promise<Server> {
  const child = fork(fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error(`servers/${name}.ts ended before it listened`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    memory: () =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(Number(message)))
        child.send('memory')
      }),
    stop: () => void child.kill('SIGKILL')
  }
}

/** Loads one address with 50 connections; any answer that is not 2xx is an error of the bench. */
export async function load({ url, host = 'bench.example' }: Contestant, seconds = SECONDS): Promise<{ perSecond: number; p99: number }> {
  const requests = typeof host === 'string' ? [{ headers: { host } }] : host.map((one) => ({ headers: { host: one } }))
  const result = await autocannon({ url, connections: 50, duration: seconds, requests })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/**
 * Ours beside a reference: both warmed, then taking turns; a round whose reference is more than a quarter off the median
 * reference is thrown away.
 */
export async function contest(ours: Contestant, reference: Contestant): Promise<Ratio> {
  await load(reference, 2)
  await load(ours, 2)
  const rounds: { ours: number; reference: number; p99: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await load(reference)
    const own = await load(ours)
    rounds.push({ ours: own.perSecond, reference: theirs.perSecond, p99: own.p99 / Math.max(theirs.p99, 1) })
  }
  const usual = median(rounds.map((round) => round.reference))
  const kept = rounds.filter((round) => Math.abs(round.reference - usual) <= usual / 4)
  const ratios = kept.map((round) => round.ours / round.reference)
  return {
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    p99: median(kept.map((round) => round.p99)),
    ours: median(kept.map((round) => round.ours)),
    reference: median(kept.map((round) => round.reference)),
    rounds: `${kept.length} of ${ROUNDS}`
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A row of the table that `npm run bench` prints. */
export function rowOf({ ratio, min, max, p99, ours, reference, rounds }: Ratio): Record<string, string | number> {
  return {
    ratio: ratio.toFixed(2),
    min: min.toFixed(2),
    max: max.toFixed(2),
    'p99 ratio': p99.toFixed(2),
    'ours/s': Math.round(ours),
    'reference/s': Math.round(reference),
    rounds
  }
}
