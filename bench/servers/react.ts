import { serve } from '@hono/node-server'
import react from '@vitejs/plugin-react'
import { Hono } from 'hono'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { build } from 'vite'
import type * as ReactPage from './react-page.tsx'
import { readMessages } from '../../locales/read.ts'
import { pageOf } from '../page-of.ts'
import { compiledMessages } from '../../vite.config.ts'
import { tell } from './listening.ts'

// The reference of an uncached page: Hono and React's own renderer of the page at BENCH_PAGE, requested with the headers of BENCH_HEADERS, without
// our edge, and with messages that are parsed and formatted at run time, as in a framework with an intl provider. With BENCH_STATEMENTS each page
// first runs these as prepared statements of plain `pg`.
const root = fileURLToPath(new URL('../..', import.meta.url))
const outDir = await mkdtemp(join(root, 'node_modules', '.bench-'))
await build({
  root,
  configFile: false,
  logLevel: 'error',
  // For the modules that the application imports; this page's own messages are the uncompiled file.
  plugins: [react(), compiledMessages()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('react-page.tsx', import.meta.url)),
    outDir,
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'page.js' } }
  }
})
const { equalPage } = (await import(`${outDir}/page.js`)) as typeof ReactPage
const { BENCH_PAGE = '', BENCH_HEADERS, BENCH_STATEMENTS = '[]', DATABASE_URL } = process.env
const { pathname, search } = new URL(BENCH_PAGE)
const headers = BENCH_HEADERS ? (JSON.parse(BENCH_HEADERS) as Record<string, string>) : undefined
const renderPage = equalPage(await pageOf(BENCH_PAGE, headers), pathname + search, readMessages)
const statements = JSON.parse(BENCH_STATEMENTS) as { text: string; values: unknown[] }[]
const pool = statements.length > 0 ? new pg.Pool({ connectionString: DATABASE_URL, max: 10 }) : null
const app = new Hono()
app.get('*', async (c) => {
  await Promise.all(statements.map((statement, index) => pool!.query({ name: String(index), ...statement })))
  return c.html(await renderPage())
})
// An error here is a mistake in the bench.
app.onError((error, c) => {
  console.error(error)
  return c.text('', 500)
})
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => tell(server))
