import type { CDPSession } from 'playwright-core'

const EVENTS = new Set(['scroll', 'scrollend', 'wheel', 'mousewheel', 'touchmove'])

/** Returns whether the page's own code listens for scroll events of its document. */
export async function listensToScroll(session: CDPSession): Promise<boolean> {
  const targets = ['window', 'document']
  const results = targets.map(async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression })
    if (!result.objectId) return false
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
    return listeners.some(({ type }) => EVENTS.has(type))
  })
  return (await Promise.all(results)).includes(true)
}
