import type { CDPSession } from 'playwright-core'

const EVENTS = new Set(['scroll', 'scrollend', 'wheel', 'mousewheel', 'touchmove'])

/** Whether the page's own code listens for its document being scrolled. */
export async function hearsScrolling(session: CDPSession): Promise<boolean> {
  const targets = ['window', 'document']
  const heard = targets.map(async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression })
    if (!result.objectId) return false
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
    return listeners.some(({ type }) => EVENTS.has(type))
  })
  return (await Promise.all(heard)).includes(true)
}
