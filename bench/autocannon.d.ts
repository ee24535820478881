/** Only what the bench uses; the package ships no types. */
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
