import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below Linux's ephemeral port range, so that no outgoing connection takes a port before its service listens on it or
// while the service restarts.
const LOWEST = 20_000
const HIGHEST = 32_000
/** The number of parts of that range. Each test process takes its ports from one part. */
const PARTS = 16
const PART_SIZE = (HIGHEST - LOWEST) / PARTS

/** Returns a free port of 127.0.0.1, for a process that needs a fixed port. */
export const freePort = createPortFinder(process.env.JEST_WORKER_ID)

/**
 * Creates a function that returns a free port of the worker's part of the range. A port is not reserved until its service
 * listens on it, so the function returns it again only after it has tried all others of its part.
 */
export function createPortFinder(workerId = '0'): () => Promise<number> {
  const first = LOWEST + (Number(workerId) % PARTS) * PART_SIZE
  let offset = randomInt(PART_SIZE)
  return async () => {
    for (;;) {
      offset = (offset + 1) % PART_SIZE
      const port = first + offset
      if (await isFree(port)) return port
    }
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
