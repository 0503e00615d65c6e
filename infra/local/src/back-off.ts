/** Settings of the restart of processes that die. */
const FIRST_DELAY_MS = 200
const LONGEST_DELAY_MS = 5_000
const LOOP_DEATHS = 5
const LOOP_WINDOW_MS = 60_000
const LOOP_DELAY_MS = 30_000

export interface Verdict {
  /** How long to wait before the next start. */
  delayMs: number
  /** Five deaths within a minute: something has to be mended first. */
  crashLoop: boolean
}

/** When a process that died may start again, from the times of its deaths, the newest last (ms). */
export function backOff(deathsMs: readonly number[]): Verdict {
  const newest = deathsMs.at(-1) ?? 0
  const recent = deathsMs.filter((death) => death > newest - LOOP_WINDOW_MS).length
  if (recent >= LOOP_DEATHS) return { delayMs: LOOP_DELAY_MS, crashLoop: true }
  return { delayMs: Math.min(FIRST_DELAY_MS * 2 ** (recent - 1), LONGEST_DELAY_MS), crashLoop: false }
}
