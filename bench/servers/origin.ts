import { serve } from '@hono/node-server'
import { benchOrigin } from '../bench-origin.ts'
import { benchTenants } from '../bench-tenant.ts'
import { tell } from './listening.ts'

// Answers the requests that an edge with TENANTS brands makes itself, in a separate process, so that the edge's memory and time are its own.
const origin = benchOrigin(benchTenants(Number(process.env.TENANTS ?? 1)))
const answer = ({ url, method, signal }: Request) => origin.fetch(url, { method, headers: {}, signal })
const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, () => tell(server))
