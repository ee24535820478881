import { serve } from '@hono/node-server'
import { benchOrigin } from '../bench-origin.ts'
import { benchTenants } from '../bench-tenant.ts'
import { tell } from './listening.ts'

// What an edge of TENANTS brands asks by itself, answered in a process of its own: memory and time of the edge are the edge's alone.
const origin = benchOrigin(benchTenants(Number(process.env.TENANTS ?? 1)))
const answer = ({ url, method, signal }: Request) => origin.fetch(url, { method, headers: {}, signal })
const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, () => tell(server))
