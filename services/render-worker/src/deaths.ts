// A render whose worker or browser died under it is tried again alone, in a browser of its own: whatever killed the
// neighbours cannot reach it then. Only deaths while alone are its own.
import type { JobOf, RenderHistory } from '@render/jobs'

/** So many deaths while alone make a render hopeless. */
const MOST_LONELY_DEATHS = 3

/** What the attempt that starts now has to know of earlier ones; undefined when there is nothing. */
export function historyAtStart(
  { data, stalledCounter }: Pick<JobOf<'renders'>, 'data' | 'stalledCounter'>,
  now: number,
): RenderHistory | undefined {
  const { history } = data
  const newDeaths = stalledCounter - (history?.workerDeaths ?? 0)
  if (newDeaths === 0) return history
  return {
    startedAt: history?.startedAt ?? now,
    lonelyDeaths: history ? history.lonelyDeaths + newDeaths : 0,
    workerDeaths: stalledCounter,
  }
}

/** What the next attempt has to know after the browser died under the one that began at `startedAt`. */
export function historyAfterDeath(
  history: RenderHistory | undefined,
  { startedAt, stalledCounter }: { startedAt: number; stalledCounter: number },
): RenderHistory {
  if (!history) return { startedAt, lonelyDeaths: 0, workerDeaths: stalledCounter }
  return { ...history, lonelyDeaths: history.lonelyDeaths + 1 }
}

export function isHopeless(history: RenderHistory | undefined): boolean {
  return history !== undefined && history.lonelyDeaths >= MOST_LONELY_DEATHS
}
