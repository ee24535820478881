import type { Server } from 'node:http'

/** Listens on `port`; a port in use is said in one plain line. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Choose another one: PORT=8790 npm start`) : error)
    })
    server.listen(port, host, resolve)
  })
}

/** Stops taking connections, ends idle ones, and cuts the rest after `grace` ms. */
export function close(server: Server, grace = 5_000): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
