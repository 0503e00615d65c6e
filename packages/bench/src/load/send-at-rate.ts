import { setTimeout as sleep } from 'node:timers/promises'

export interface Sent<T> {
  /** Due time in ms, relative to the first request. */
  dueMs: number
  /** Latency from the due time, not from the send time, so that a delayed send counts as slow. */
  latencyMs: number
  reply: T
}

export interface Load {
  perSecond: number
  seconds: number
}

/**
 * Sends with a fixed number of requests under way (closed loop). Shows the rate that the service reaches; how long a request
 * takes is measured by `sendAtRate`, because here a slow answer delays the next request.
 */
export async function sendInTurn<T>(
  { parallel, seconds }: { parallel: number; seconds: number },
  send: (turn: number) => Promise<T>,
): Promise<Sent<T>[]> {
  const start = performance.now()
  const elapsedMs = () => performance.now() - start
  const sent: Sent<T>[] = []
  let turn = 0
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (elapsedMs() < seconds * 1000) {
        const dueMs = elapsedMs()
        const reply = await send(turn++)
        sent.push({ dueMs, latencyMs: elapsedMs() - dueMs, reply })
      }
    }),
  )
  return sent
}

/** Sends at a fixed rate, independent of responses (open loop). Rejects when a `send` rejects. */
export async function sendAtRate<T>(
  { perSecond, seconds }: Load,
  send: (turn: number) => Promise<T>,
): Promise<Sent<T>[]> {
  const count = Math.round(perSecond * seconds)
  const start = performance.now()
  const sent: Promise<Sent<T>>[] = []
  while (sent.length < count) {
    const dueMs = (sent.length * 1000) / perSecond
    const elapsedMs = performance.now() - start
    if (dueMs > elapsedMs) await sleep(dueMs - elapsedMs)
    else sent.push(answered(dueMs, send(sent.length)))
  }
  return Promise.all(sent)

  async function answered(dueMs: number, replying: Promise<T>): Promise<Sent<T>> {
    const reply = await replying
    return { dueMs, latencyMs: performance.now() - start - dueMs, reply }
  }
}
