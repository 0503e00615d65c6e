export interface ProtocolMessage {
  id?: number
  method?: string
  params?: object
  sessionId?: string
}

/** The events that the sessions of one page have sent. */
interface PageEvents {
  targetId: string
  /** The first session of the page itself. */
  sessionId: string
  bytes: number
  isSpent: boolean
}

export interface EventBudget {
  /** Tracks which session belongs to which page. */
  track(message: ProtocolMessage): void
  /** Charges bytes of events to the page of a session; returns the page when its budget is used up by them. */
  charge(sessionId: string | undefined, bytes: number): { targetId: string; sessionId: string } | undefined
  /** Returns whether a session is that of a worker. */
  isWorker(sessionId: string | undefined): boolean
}

/** Counts the bytes of events by page, together with those of its frames and workers. */
export function createEventBudget(bytesPerPage: number): EventBudget {
  const pages = new Map<string, PageEvents>()
  const workers = new Set<string>()

  function add(parent: string | undefined, sessionId: string, target: Target): void {
    if (target.type.endsWith('worker')) workers.add(sessionId)
    // Sessions that belong to the browser as a whole have pages of their own below them.
    if (target.type === 'browser') return
    const known =
      pages.get(parent ?? '') ?? [...pages.values()].find(({ targetId }) => targetId === target.targetId)
    pages.set(sessionId, known ?? { targetId: target.targetId, sessionId, bytes: 0, isSpent: false })
  }

  return {
    track({ method, params, sessionId }) {
      if (method === 'Target.attachedToTarget') {
        const { sessionId: opened, targetInfo } = params as { sessionId: string; targetInfo: Target }
        add(sessionId, opened, targetInfo)
      }
      if (method === 'Target.detachedFromTarget') {
        const { sessionId: closed } = params as { sessionId: string }
        pages.delete(closed)
        workers.delete(closed)
      }
    },
    charge(sessionId, bytes) {
      const page = pages.get(sessionId ?? '')
      if (!page || page.isSpent) return undefined
      page.bytes += bytes
      page.isSpent = page.bytes > bytesPerPage
      return page.isSpent ? page : undefined
    },
    isWorker: (sessionId) => workers.has(sessionId ?? ''),
  }
}

interface Target {
  targetId: string
  type: string
}
