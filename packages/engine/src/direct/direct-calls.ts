import type { ProtocolMessage } from '../pipe/event-budget.ts'
import { CLOSED } from '../protocol/errors.ts'
import { decodeMessage } from '../pipe/decode-message.ts'
import { callOf } from '../pipe/message-limits.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Result = any

/** The calls of the direct client, in all its sessions. */
export interface Calls {
  call(method: string, params: object, sessionId?: string, isFile?: boolean): Promise<Result>
  /** Takes a reply to one of the calls; false for other messages. */
  takeReply(message: Buffer): boolean
  /** Rejects the calls of a session. */
  reject(message: string, sessionId: string): void
  /** Rejects all calls, those under way and later ones, because the browser has ended. */
  close(): void
}

interface Call {
  sessionId?: string
  /** True when the result is a file. */
  isFile: boolean
  resolve: (result: Result) => void
  reject: (error: Error) => void
  method: string
}

/** Ids of calls are below this one; the pipe itself and Playwright use those above. */
const BELOW = -1000

export function createCalls(write: (message: ProtocolMessage) => void): Calls {
  const calls = new Map<number, Call>()
  let last = BELOW
  let isClosed = false

  function rejectWhere(message: string, isMeant: (call: Call) => boolean): void {
    for (const [id, call] of calls) {
      if (!isMeant(call)) continue
      calls.delete(id)
      call.reject(new Error(message))
    }
  }

  return {
    call(method, params, sessionId, isFile = false) {
      if (isClosed) return Promise.reject(new Error(CLOSED))
      last -= 1
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      calls.set(last, { sessionId, isFile, resolve, reject, method })
      write({ id: last, method, params, sessionId })
      return promise
    },
    takeReply(message) {
      const id = callOf(message)
      if (id === undefined || id >= BELOW) return false
      const call = calls.get(id)
      calls.delete(id)
      if (call) answer(call, message)
      return true
    },
    reject: (message, sessionId) => rejectWhere(message, (call) => call.sessionId === sessionId),
    close() {
      isClosed = true
      rejectWhere(CLOSED, () => true)
    },
  }
}

function answer({ method, isFile, resolve, reject }: Call, message: Buffer): void {
  const { result, error } = decodeMessage(message, isFile ? 'buffer' : 'base64') as Reply
  if (error) reject(new Error(`${method}: ${error.message}`))
  else resolve(isFile ? result.data : result)
}

interface Reply {
  result?: Result
  error?: { message: string }
}
