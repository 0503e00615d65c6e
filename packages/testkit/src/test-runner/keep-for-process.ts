let kept = new AsyncDisposableStack()

/** Keeps something that is costly to start for all test files of this process, and disposes of it when the process ends. */
export function keepForProcess<T extends AsyncDisposable>(part: T): T {
  return kept.use(part)
}

/** Disposes of everything that is kept. The runner calls this after the last file. */
export async function disposeOfKept(): Promise<void> {
  const last = kept
  kept = new AsyncDisposableStack()
  await last.disposeAsync()
}
