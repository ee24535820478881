import { createServer } from 'node:http'
import { close, listen } from '../../bin/listen.ts'
import { stopOnSignal } from '../../bin/stop.ts'

// A small server that stops like the product: it answers after up to 40 ms, a file once it is received, `/long` after three seconds, and `/large`
// with more than a connection takes at once; `/busy` keeps it from anything else for a while.

const large = Buffer.alloc(8 * 1024 * 1024)
const server = createServer((request, response) => {
  if (request.url === '/large') return void response.end(large)
  if (request.url === '/busy') for (const until = Date.now() + 150; Date.now() < until;);
  if (request.method === 'POST') return void request.resume().on('end', () => response.end('taken'))
  // The caller is told when the request has arrived.
  if (request.url === '/long') response.writeProcessing()
  setTimeout(() => response.end('answered'), request.url === '/long' ? 3000 : Math.random() * 40)
})
// Longer than a stop: only the stop itself closes unused connections.
server.keepAliveTimeout = 60_000
await listen(server, 0, '127.0.0.1')
stopOnSignal(() => close(server, { wait: 0, silence: 2_000, grace: Number(process.env.GRACE ?? 7_000) }))
console.log(`ready ${(server.address() as { port: number }).port}`)
