import type { Section } from '../section.ts'
import { quantile } from '../timing.ts'
import type { Reply } from './client.ts'
import type { Load, Sent } from './send-at-rate.ts'

/** Some rows of the table of load, and what they are held to. */
export type Part = Pick<Section, 'rows' | 'targets'>

export const HEAD = ['load', 'asked/s', 'taken/s', 'refused', 'p50 ms', 'p95 ms', 'p99 ms', 'besides']

/** One load and how it was answered; latencies are those of the answers that were wanted. */
export function row(
  name: string,
  { perSecond, seconds }: Load,
  sent: Sent<Reply>[],
  besides = '',
): (string | number)[] {
  const taken = sent.filter(isTaken)
  const latencies = latenciesOf(taken)
  const ms = (q: number) => quantile(latencies, q).toFixed(1)
  const tookSeconds = Math.max(seconds, ...sent.map(({ dueMs, latencyMs }) => (dueMs + latencyMs) / 1000))
  const rates = [perSecond.toFixed(1), (taken.length / tookSeconds).toFixed(1)]
  return [name, ...rates, sent.length - taken.length, ms(0.5), ms(0.95), ms(0.99), besides]
}

export function isTaken({ reply }: Sent<Reply>): boolean {
  return reply.status >= 200 && reply.status < 300
}

export function latenciesOf(sent: Sent<Reply>[]): number[] {
  return sent.map(({ latencyMs }) => latencyMs)
}
