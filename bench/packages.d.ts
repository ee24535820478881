// Only what the benchmarks use of their own packages, which are installed when a benchmark runs.

declare module 'autocannon' {
  interface Result {
    requests: { total: number }
    latency: { p99: number }
    throughput: { total: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    requests: readonly { path?: string; headers: Record<string, string> }[]
  }): Promise<Result>
}

declare module 'lighthouse' {
  interface Audit {
    id: string
    score: number | null
    scoreDisplayMode: string
    displayValue?: string
    numericValue?: number
    details?: unknown
  }
  export interface Result {
    runtimeError?: { message: string }
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
    audits: Record<string, Audit>
  }
  export default function lighthouse(
    url: string,
    options: { port: number; logLevel: 'error'; onlyCategories: string[]; extraHeaders: Record<string, string> }
  ): Promise<{ lhr: Result } | undefined>
}
