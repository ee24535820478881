import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { tell } from './listening.ts'

// The reference: Hono sends a string as long as our page, with the headers of BENCH_HEADERS or with none.
const text = 'x'.repeat(Number(process.env.BENCH_BYTES))
const headers = process.env.BENCH_HEADERS ? (JSON.parse(process.env.BENCH_HEADERS) as Record<string, string>) : undefined
const app = new Hono()
app.get('/', (c) => c.html(text, 200, headers))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => tell(server))
