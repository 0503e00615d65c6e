import type { CDPSession } from 'playwright-core'

const WORLD_NAME = 'render'

interface Evaluation {
  result: { value?: unknown }
  /** Set when the expression threw or the promise that it returned rejected. */
  exceptionDetails?: unknown
}

interface Where {
  /** The protocol's id of a frame. */
  frameId?: string
  /** Ends code that runs for longer. */
  timeoutMs?: number
}

/**
 * The isolated worlds of a page's frames. They share the DOM with the page's scripts but have global objects, timers and
 * prototypes of their own, so that a page that replaces `Array.from` or `setTimeout` does not change what we see.
 */
export interface PageWorld {
  /** Evaluates an expression, in the main frame and without a time limit by default. */
  evaluate(expression: string, how?: Where): Promise<Evaluation>
  /** Sets a property that only this world sees, named by a symbol, on an element of a frame. */
  markElement(backendNodeId: number, mark: string, value: string, frameId: string): Promise<void>
}

/**
 * Creates the worlds of the frames that a session reaches; the session's `Page` domain must be enabled. The main frame's
 * world is created as soon as a document exists, so that an evaluation takes one round trip.
 */
export function createPageWorld(session: CDPSession): PageWorld {
  /** Execution contexts by frame; undefined when the document was gone before its world could be created. */
  const contexts = new Map<string, Promise<number | undefined>>()
  let mainFrame: Promise<string> | undefined

  session.on('Page.frameNavigated', ({ frame }) => {
    contexts.delete(frame.id)
    if (frame.parentId !== undefined) return
    mainFrame = Promise.resolve(frame.id)
    contexts.set(
      frame.id,
      create(frame.id).catch(() => undefined),
    )
  })
  session.on('Page.frameDetached', ({ frameId }) => void contexts.delete(frameId))

  async function create(frameId: string): Promise<number> {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: WORLD_NAME,
    })
    return executionContextId
  }

  async function findMainFrame(): Promise<string> {
    const { frameTree } = await session.send('Page.getFrameTree')
    return frameTree.frame.id
  }

  function evaluateIn(contextId: number, expression: string, timeout?: number): Promise<Evaluation> {
    const how = { contextId, awaitPromise: true, returnByValue: true, timeout }
    return session.send('Runtime.evaluate', { expression, ...how })
  }

  return {
    async evaluate(expression, { frameId, timeoutMs } = {}) {
      const id = frameId ?? (await (mainFrame ??= findMainFrame()))
      const known = await contexts.get(id)
      if (known !== undefined)
        try {
          return await evaluateIn(known, expression, timeoutMs)
        } catch (error) {
          // Another document has replaced this one, and its event has not arrived yet.
          if (!isContextUnknown(error)) throw error
        }
      const created = create(id)
      contexts.set(
        id,
        created.catch(() => undefined),
      )
      return evaluateIn(await created, expression, timeoutMs)
    },

    async markElement(backendNodeId, mark, value, frameId) {
      const executionContextId = (await contexts.get(frameId)) ?? (await create(frameId))
      contexts.set(frameId, Promise.resolve(executionContextId))
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId })
      const functionDeclaration = 'function (mark, value) { this[Symbol.for(mark)] = value }'
      const given = { functionDeclaration, arguments: [{ value: mark }, { value }] }
      await session.send('Runtime.callFunctionOn', { objectId: object.objectId!, ...given })
      await session.send('Runtime.releaseObject', { objectId: object.objectId! })
    },
  }
}

/** Returns whether an evaluation failed because its context no longer existed. */
function isContextUnknown(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Cannot find context with specified id')
}
