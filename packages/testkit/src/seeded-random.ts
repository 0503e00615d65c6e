import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { isNightly } from './nightly.ts'

/** That of fast-check. */
const DEFAULT_RUNS = 100
/** How many times as much the nightly run draws. */
export const NIGHTLY_RUNS = 5

/** The seed of all random tests in this process. */
const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))
const repeat = `Repeat this test with TEST_SEED=${seed}`

/** Returns a generator of numbers from 0 to 1 that depends only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Runs the body of a test with random numbers; a failure names the seed that repeats it. */
export async function withRandom(body: (random: () => number) => Promise<void>): Promise<void> {
  try {
    await body(seededRandom(seed))
  } catch (error) {
    if (error instanceof Error) error.message += `\n\n${repeat}`
    throw error
  }
}

/** Returns settings of a run of fast-check; a failure names the seed that repeats it. The nightly run draws more. */
export function propertySettings<T>(settings: fc.Parameters<T>): fc.Parameters<T> {
  const numRuns = (settings.numRuns ?? DEFAULT_RUNS) * (isNightly ? NIGHTLY_RUNS : 1)
  return { seed, reporter: failWithSeed, ...settings, numRuns }
}

function failWithSeed<T>(details: fc.RunDetails<T>): void {
  if (!details.failed) return
  throw new Error(`${fc.defaultReportMessage(details)}\n\n${repeat}`, { cause: details.errorInstance })
}
