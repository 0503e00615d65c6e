/** A message takes up to two turns of the event loop from its pipe to its reader. */
const TURNS = 3

/**
 * Calls back after `ms`, and after all that had arrived by then was handled: when this process was paused, its timers would
 * come before. Returns a function that cancels the call.
 */
export function afterDelay(ms: number, call: () => void): () => void {
  let left = TURNS
  let turn: NodeJS.Immediate | undefined
  const proceed = (): void => {
    if (left === 0) return call()
    left -= 1
    turn = setImmediate(proceed)
  }
  const timer = setTimeout(proceed, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
