import { setTimeout as sleep } from 'node:timers/promises'

export interface Sent<T> {
  /** Milliseconds after the first one was due. */
  dueMs: number
  /** From when it was due, not from when it was sent: who comes late because all were slow counts as slow. */
  latencyMs: number
  reply: T
}

export interface Load {
  perSecond: number
  seconds: number
}

/** Sends at evenly spaced moments, whether what was sent before has been answered or not. Rejects as the first `send` does. */
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
