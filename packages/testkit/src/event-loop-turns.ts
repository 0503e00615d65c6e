import { setImmediate } from 'node:timers/promises'

/** More than what delays of the product wait for what has arrived. */
const TURNS = 5

/** Waits until what a delay brings is done, after fake timers have passed it. Turns must not be faked. */
export async function eventLoopTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}
