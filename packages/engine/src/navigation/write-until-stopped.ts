import { LOAD_END_MS } from './load-until-stopped.ts'
import { trackConnections } from './track-connections.ts'
import type { Tab } from '../browser/tab.ts'
import { settlesInPageTime } from '../page-time/page-time.ts'

/**
 * Writes a document and returns whether it loaded to its end. Returns false when the load was stopped, such as by a script
 * that called `window.stop`: the browser sends no event for that.
 */
export async function writeUntilStopped(
  tab: Pick<Tab, 'page' | 'session' | 'time' | 'awaitEvents'>,
  write: () => Promise<unknown>,
): Promise<boolean> {
  const { session, time } = tab
  using network = trackConnections(tab)
  const written = write().then(() => true)
  const isComplete = async (): Promise<boolean> => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.readyState' })
    // A written document is in this state also while it still loads.
    return result.value === 'complete' && !(await network.closed(0))
  }
  while (!(await settlesInPageTime(time, written, LOAD_END_MS))) {
    // A page that is too busy to answer may take as long as the load's own timeout.
    const isStopped = await Promise.race([isComplete(), written.then(() => false)])
    if (isStopped && !(await settlesInPageTime(time, written, LOAD_END_MS))) {
      written.catch(() => undefined)
      return false
    }
  }
  return written
}
