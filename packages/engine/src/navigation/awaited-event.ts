import type { RenderOptions } from '@render/options'

/** The event of a page to wait for and, if set, the number of connections that may stay open afterwards. */
interface Awaited {
  event: 'load' | 'domcontentloaded'
  connections?: number
}

const AWAITED: Record<RenderOptions['wait_until'], Awaited> = {
  domloaded: { event: 'domcontentloaded' },
  loaded: { event: 'load' },
  mostrequestsfinished: { event: 'domcontentloaded', connections: 2 },
  requestsfinished: { event: 'domcontentloaded', connections: 0 },
}

/** Returns what `wait_until` waits for. */
export function awaitedBy(wait_until: RenderOptions['wait_until']): Awaited {
  return AWAITED[wait_until]
}
