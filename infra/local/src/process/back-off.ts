const FIRST_DELAY_MS = 200
const LOOP_DEATHS = 5
const LOOP_WINDOW_MS = 60_000
const LOOP_DELAY_MS = 30_000

export interface RestartDecision {
  /** Delay before the next start. */
  delayMs: number
  /** True after five deaths within a minute. */
  crashLoop: boolean
}

/** Decides when a dead process is restarted, from the times of its deaths in ms, newest last. */
export function backOff(deathsMs: readonly number[]): RestartDecision {
  const newest = deathsMs.at(-1) ?? 0
  const recent = deathsMs.filter((death) => death > newest - LOOP_WINDOW_MS).length
  if (recent >= LOOP_DEATHS) return { delayMs: LOOP_DELAY_MS, crashLoop: true }
  return { delayMs: FIRST_DELAY_MS * 2 ** (recent - 1), crashLoop: false }
}
