import { setImmediate as turn } from 'node:timers/promises'
import { realTime, type PageTime } from '../src/page-time/page-time.ts'

/** A page's time that stands still until `pass` is called, whatever the speed of the machine. */
export function startHeldTime(): PageTime & { pass(ms: number): Promise<void> } {
  const calls = new Map<() => void, number>()
  let now = 0
  return {
    ...realTime,
    now: () => now,
    after(ms, call) {
      calls.set(call, now + ms)
      return () => void calls.delete(call)
    },
    async pass(ms) {
      await turn()
      now += ms
      for (const [call, end] of calls) if (end <= now) call()
      await turn()
    },
  }
}
