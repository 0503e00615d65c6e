import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range from which Linux takes the ports of outgoing connections, so that none of them takes one of ours
// before it is listened on, or while a service is being restarted.
const LOWEST = 20_000
const HIGHEST = 32_000

/** A port of 127.0.0.1 that nobody listens on, for a process that has to be told its port. */
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
