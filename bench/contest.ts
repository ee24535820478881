import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Reading } from './servers/listening.ts'

/** Figures are ratios within one run, so that they are comparable across machines. */
const ROUNDS = 41
/** Short rounds, so that other load on the machine hits both sides of a pair. */
const SECONDS = 0.5
/** Warm-up until the code is compiled, in seconds. */
const WARMING = 6

/** A server of `servers/` in its own process. */
export interface Server {
  url: string
  /** Resident memory in MB, after collecting garbage and releasing free pages: otherwise it would only show when the collector last ran. */
  memory(): Promise<number>
  /** Processor time used so far, in seconds. */
  processor(): Promise<number>
  stop(): void
}

export interface Ratio {
  /**
   * Median of the rounds' ratios, ours : reference, of requests per second of the server's own processor time: what a core can serve. Wall-clock time
   * would include the load generator, which has longer headers to read.
   */
  ratio: number
  min: number
  max: number
  /** The same ratio in wall-clock time. */
  byClock: number
  /** Median of the rounds' ratios of the 99th percentile of latency. */
  p99: number
  /** Requests per second of processor time. */
  ours: number
  reference: number
  rounds: string
}

/** A server's results under load: requests per second of wall-clock and of processor time, 99th percentile of latency in ms, bytes of an answer. */
interface Load {
  perSecond: number
  perProcessorSecond: number
  p99: number
  bytes: number
}

/**
 * Starts `servers/<name>.ts`; rejects when it ends before it listens.
 * @param flags for Node
 */
export async function start(name: string, env: Record<string, string> = {}, flags: readonly string[] = []): Promise<Server> {
  const child = fork(fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc', ...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error(`servers/${name}.ts ended before it listened`)))
  })
  const ask = (what: Reading) =>
    new Promise<number>((resolve) => {
      child.once('message', (message) => resolve(Number(message)))
      child.send(what)
    })
  return {
    url: `http://127.0.0.1:${port}`,
    memory: () => ask('memory'),
    processor: () => ask('processor'),
    stop: () => void child.kill('SIGKILL')
  }
}

/** The requests of the load: one, or many in rotation. */
export interface Asked {
  path?: string
  headers: Record<string, string>
}

const INDEX: readonly Asked[] = [{ headers: { host: 'bench.example' } }]

/** Loads a server with 50 connections, by default on its index page; any answer that isn't 2xx is an error of the bench. */
export async function load(server: Server, seconds = SECONDS, requests: readonly Asked[] = INDEX): Promise<Load> {
  const [before, began] = [await server.processor(), performance.now()]
  const options = { url: `${server.url}/`, connections: 50, duration: seconds, requests: [...requests] }
  const { non2xx, errors, latency, requests: done, throughput } = await autocannon(options)
  const took = (performance.now() - began) / 1000
  if (non2xx > 0 || errors > 0) throw new Error(`${server.url}: ${non2xx} answers were not 2xx, ${errors} errors`)
  return {
    perSecond: done.total / took,
    perProcessorSecond: done.total / ((await server.processor()) - before),
    p99: latency.p99,
    bytes: throughput.total / done.total
  }
}

/**
 * Our server against a reference: both are warmed up, then take turns; a round whose reference is more than a quarter off the median reference is
 * discarded.
 */
export async function contest(ours: Server, reference: Server, asked: readonly Asked[] = INDEX): Promise<Ratio> {
  await load(reference, WARMING, asked)
  await load(ours, WARMING, asked)
  const rounds: { ours: Load; reference: Load }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ reference: await load(reference, SECONDS, asked), ours: await load(ours, SECONDS, asked) })
  const usual = median(rounds.map((round) => round.reference.perProcessorSecond))
  const kept = rounds.filter(({ reference: { perProcessorSecond } }) => Math.abs(perProcessorSecond - usual) <= usual / 4)
  const ratios = kept.map((round) => round.ours.perProcessorSecond / round.reference.perProcessorSecond)
  return {
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    byClock: median(kept.map((round) => round.ours.perSecond / round.reference.perSecond)),
    p99: median(kept.map((round) => round.ours.p99 / Math.max(round.reference.p99, 1))),
    ours: median(kept.map((round) => round.ours.perProcessorSecond)),
    reference: median(kept.map((round) => round.reference.perProcessorSecond)),
    rounds: `${kept.length} of ${ROUNDS}`
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A row of the table that `npm run bench` prints. */
export function rowOf({ ratio, min, max, byClock, p99, ours, reference, rounds }: Ratio): Record<string, string | number> {
  return {
    ratio: ratio.toFixed(2),
    min: min.toFixed(2),
    max: max.toFixed(2),
    'by the clock': byClock.toFixed(2),
    'p99 ratio': p99.toFixed(2),
    'ours/s': Math.round(ours),
    'reference/s': Math.round(reference),
    rounds
  }
}
