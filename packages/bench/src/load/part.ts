import type { Section } from '../section.ts'
import { quantile } from '../timing.ts'
import type { Reply } from './client.ts'
import type { Load, Sent } from './send-at-rate.ts'

/** Rows of the load table and their targets. */
export type Part = Pick<Section, 'rows' | 'targets'>

export const HEAD = ['load', 'requested/s', 'accepted/s', 'rejected', 'p50 ms', 'p95 ms', 'p99 ms', 'notes']

/** Formats one load and its responses; latencies are those of the expected responses. */
export function row(
  name: string,
  { perSecond, seconds }: Load,
  sent: Sent<Reply>[],
  besides = '',
): (string | number)[] {
  const taken = sent.filter(isAccepted)
  const latencies = latenciesOf(taken)
  const ms = (q: number) => quantile(latencies, q).toFixed(1)
  const tookSeconds = Math.max(seconds, ...sent.map(({ dueMs, latencyMs }) => (dueMs + latencyMs) / 1000))
  const rates = [perSecond.toFixed(1), (taken.length / tookSeconds).toFixed(1)]
  return [name, ...rates, sent.length - taken.length, ms(0.5), ms(0.95), ms(0.99), besides]
}

export function isAccepted({ reply }: Sent<Reply>): boolean {
  return reply.status >= 200 && reply.status < 300
}

export function latenciesOf(sent: Sent<Reply>[]): number[] {
  return sent.map(({ latencyMs }) => latencyMs)
}
