import type { ArtefactStore } from '@render/storage'

const INTERVAL_MS = 1000

/**
 * Measures the free space of the artefact store every second, and reports when it falls below `freePercent` or recovers.
 * Counts as enough space while it cannot be measured.
 */
export function watchDisk(
  store: Pick<ArtefactStore, 'health'>,
  freePercent: number,
  onChange: (disk: { isFull: boolean; freePercent: number }) => void,
): Disposable {
  let wasFull = false
  let isChecking = false
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const { freeShare } = await store.health().catch(() => ({ freeShare: 1 }))
    const isFull = freeShare * 100 < freePercent
    if (isFull !== wasFull) onChange({ isFull, freePercent: Math.floor(freeShare * 100) })
    wasFull = isFull
    isChecking = false
  }
  const timer = setInterval(() => void check(), INTERVAL_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
