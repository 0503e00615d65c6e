import { settlesWithin } from '../settles.ts'
import { watchNetwork } from './network-quiet.ts'
import type { Tab } from './tabs.ts'

/** Of a document that is complete we hear within this that it was loaded. */
const PAUSE_MS = 250

/**
 * Writes a document, and gives it up where that stopped without coming to an end, as a script called `window.stop`: the
 * browser tells nothing of that. Whether it came to its end.
 */
export async function writeUntilStopped(
  { page, session }: Pick<Tab, 'page' | 'session'>,
  write: () => Promise<unknown>,
): Promise<boolean> {
  using network = watchNetwork(page)
  const written = write().then(() => true)
  const isComplete = async (): Promise<boolean> => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.readyState' })
    // A written document says so while it still loads, too.
    return result.value === 'complete' && !(await network.closed(0))
  }
  while (!(await settlesWithin(written, PAUSE_MS))) {
    // A page that is too busy to answer is waited for as long as it may take to load.
    const isStopped = await Promise.race([isComplete(), written.then(() => false)])
    if (isStopped && !(await settlesWithin(written, PAUSE_MS))) {
      written.catch(() => undefined)
      return false
    }
  }
  return written
}
