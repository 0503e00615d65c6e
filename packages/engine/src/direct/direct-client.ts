import type { CDPSession } from 'playwright-core'
import { EventEmitter } from 'node:events'
import type { ProtocolMessage } from '../pipe/event-budget.ts'
import { CLOSED } from '../protocol/errors.ts'
import { methodOf, sessionAtEnd } from '../pipe/message-limits.ts'
import { createCalls, type Result } from './direct-calls.ts'

/** A session of the protocol that Playwright does not know. Calls are rejected once they can get no answer. */
export interface DirectSession extends EventEmitter {
  readonly id: string
  send(method: string, params?: object): Promise<Result>
  /** Calls a command whose result is a file, and returns the file. */
  read(method: string, params?: object): Promise<Buffer>
  /** Rejects all calls, those under way and later ones, with this message. */
  end(message: string): void
}

/** A target of a context that was opened here; it waits until `Runtime.runIfWaitingForDebugger`. */
export interface AttachedTarget {
  sessionId: string
  targetInfo: { targetId: string; type: string; url: string; parentFrameId?: string }
}

/** Speaks the protocol for tabs that Playwright does not know, over the same pipe. */
export interface DirectClient {
  /** Attaches to the targets of all contexts as they begin, once. */
  attach(): Promise<unknown>
  /** Calls a command of the browser as a whole. */
  send(method: string, params?: object): Promise<Result>
  /** Begins to track a session; its events are not Playwright's. */
  open(sessionId: string): DirectSession
  /** Calls back with the targets of a browser context, which are not Playwright's either. */
  track(contextId: string, onTarget: (target: AttachedTarget) => void): void
  forget(contextId: string): void
  /** Takes a reply to one of its calls; false for other messages. */
  takeReply(message: Buffer): boolean
  /** Returns whether a message is an event of one of its sessions, none of which listens to it. */
  hasNoListener(message: Buffer): boolean
  /** Takes an event of its sessions and contexts; false for those of others. */
  takeEvent(message: ProtocolMessage): boolean
  /** Rejects all calls, because the browser has ended. */
  close(): void
}

/** Pauses each new target until the client resumes it, so that the client can set it up first. */
export const AUTO_ATTACH = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

/** Creates a client that sends its messages through `write`. */
export function createDirectClient(write: (message: ProtocolMessage) => void): DirectClient {
  const calls = createCalls(write)
  const sessions = new Map<string, DirectSession>()
  const contexts = new Map<string, (target: AttachedTarget) => void>()
  let attaching: Promise<unknown> | undefined

  function open(id: string): DirectSession {
    let ended: string | undefined
    const given = (method: string, params: object, isFile: boolean): Promise<Result> =>
      ended === undefined ? calls.call(method, params, id, isFile) : Promise.reject(new Error(ended))
    const session = Object.assign(new EventEmitter().setMaxListeners(0), {
      id,
      send: (method: string, params: object = {}) => given(method, params, false),
      read: (method: string, params: object = {}) => given(method, params, true),
      end(message: string) {
        ended ??= message
        sessions.delete(id)
        calls.reject(message, id)
      },
    })
    sessions.set(id, session)
    return session
  }

  function hasNoListener(message: Buffer): boolean {
    const session = sessions.get(sessionAtEnd(message) ?? '')
    const name = session && methodOf(message)
    return name !== undefined && session!.listenerCount(name) === 0
  }

  return {
    attach: () => (attaching ??= calls.call('Target.setAutoAttach', AUTO_ATTACH)),
    send: (method, params = {}) => calls.call(method, params),
    open,
    track: (contextId, onTarget) => void contexts.set(contextId, onTarget),
    forget: (contextId) => void contexts.delete(contextId),
    takeReply: (message) => calls.takeReply(message),
    hasNoListener,
    takeEvent({ method = '', params, sessionId }) {
      if (sessionId !== undefined) {
        const session = sessions.get(sessionId)
        session?.emit(method, params)
        return session !== undefined
      }
      if (method === 'Target.attachedToTarget') {
        const target = params as AttachedTarget & { targetInfo: { browserContextId?: string } }
        const onTarget = contexts.get(target.targetInfo.browserContextId ?? '')
        onTarget?.(target)
        return onTarget !== undefined
      }
      if (method !== 'Target.detachedFromTarget') return false
      const session = sessions.get((params as AttachedTarget).sessionId)
      session?.end(CLOSED)
      session?.emit('close')
      return session !== undefined
    },
    close() {
      calls.close()
      for (const session of sessions.values()) {
        session.end(CLOSED)
        session.emit('close')
      }
    },
  }
}

/** A session, as the type that the stages know. */
export function asPlaywrights(session: DirectSession): CDPSession {
  return session as unknown as CDPSession
}
