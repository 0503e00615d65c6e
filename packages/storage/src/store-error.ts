/** Why a store failed. */
export const storeFailures = {
  gone: 'The artefact does not exist.',
  refused: 'The store does not accept the operation: it is full, read-only, or permits no access.',
  unavailable: 'The store failed or did not answer in time; a later try may succeed.',
} as const

export type StoreFailure = keyof typeof storeFailures

/**
 * A failure of the artefact store. The message names the operation and the code of the back end, such as `write ENOSPC`, and
 * never the key, because everybody who knows a key can read its file.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly failure: StoreFailure

  constructor(failure: StoreFailure, detail: string) {
    super(`${storeFailures[failure]} (${detail})`)
    this.failure = failure
  }
}

/**
 * Handles a rejection: returns undefined when the artefact does not exist.
 * @throws any other error again.
 */
export function undefinedWhenGone(error: unknown): undefined {
  if (!(error instanceof StoreError) || error.failure !== 'gone') throw error
}
