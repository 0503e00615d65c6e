import { startMeter } from './meter.ts'
import type { Shot, Subject } from './subject.ts'

export interface Work {
  urls: string[]
  parallel: number
  seconds: number
  shot?: Shot
}

export interface Measured {
  renders: number
  seconds: number
  latenciesMs: number[]
  cpuSeconds: number
  peakMemoryBytes: number
}

/**
 * Renders the URLs in turn, `parallel` at once, for at least the given time and until each URL had the same number of
 * turns, because pages differ more than subjects do. Waits for running renders at the end.
 */
export async function measure(subject: Subject, { urls, parallel, seconds, shot }: Work): Promise<Measured> {
  const meter = startMeter(() => subject.pids())
  const latenciesMs: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  let turn = 0
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (performance.now() < until || turn % urls.length > 0) {
        const start = performance.now()
        await subject.render(urls[turn++ % urls.length]!, shot)
        latenciesMs.push(performance.now() - start)
      }
    }),
  )
  return {
    renders: latenciesMs.length,
    seconds: (performance.now() - began) / 1000,
    latenciesMs,
    ...meter.stop(),
  }
}

export function merge(rounds: Measured[]): Measured {
  const total = (of: (round: Measured) => number) => rounds.reduce((sum, round) => sum + of(round), 0)
  return {
    renders: total((round) => round.renders),
    seconds: total((round) => round.seconds),
    latenciesMs: rounds.flatMap((round) => round.latenciesMs),
    cpuSeconds: total((round) => round.cpuSeconds),
    peakMemoryBytes: Math.max(...rounds.map((round) => round.peakMemoryBytes)),
  }
}
