import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below Linux's ephemeral port range, so that no outgoing connection takes a port before its service listens on it or
// while the service restarts.
const LOWEST = 20_000
const HIGHEST = 32_000

/** Returns a free port of 127.0.0.1, for a process that needs a fixed port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
