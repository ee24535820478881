import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { tell } from './listening.ts'

// The reference: Hono sends a string as long as our page, with nothing around it.
const text = 'x'.repeat(Number(process.env.BENCH_BYTES))
const app = new Hono()
app.get('/', (c) => c.html(text))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => tell(server))
