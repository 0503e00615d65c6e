import { StoreError, type ArtefactStore } from '@render/storage'

/** Whether files can be stored. A store that answers with an error counts as usable: its renders say what is wrong. */
export type StoreState = 'usable' | 'full' | 'unavailable'

const INTERVAL_MS = 1000

/**
 * Asks for the state of the artefact store every second, and reports changes, with the error of an unavailable one. It is full
 * below `freePercent` of free space.
 */
export function watchStore(
  store: Pick<ArtefactStore, 'health'>,
  freePercent: number,
  onChange: (state: StoreState, error?: StoreError) => void,
): Disposable {
  let was: StoreState = 'usable'
  let isChecking = false
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const [state, error] = await store.health().then(
      ({ freeShare }): [StoreState] => [freeShare * 100 < freePercent ? 'full' : 'usable'],
      (cause: unknown): [StoreState, StoreError?] =>
        cause instanceof StoreError && cause.failure === 'unavailable' ? ['unavailable', cause] : ['usable'],
    )
    if (state !== was) onChange(state, error)
    was = state
    isChecking = false
  }
  const timer = setInterval(() => void check(), INTERVAL_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
