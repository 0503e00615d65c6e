import type { ProtocolMessage } from '../pipe/event-budget.ts'
import { CLOSED } from '../protocol/errors.ts'
import { readData } from './read-data.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Result = any

/** The calls of the direct client, in all its sessions. */
export interface Calls {
  call(method: string, params: object, sessionId?: string, isFile?: boolean): Promise<Result>
  /** Takes a reply to one of the calls; false for other messages. */
  takeReply(text: Buffer): boolean
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
const REPLY = Buffer.from('{"id":-')

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
    takeReply(text) {
      if (!text.subarray(0, REPLY.length).equals(REPLY)) return false
      const id = Number(text.toString('latin1', REPLY.length - 1, text.indexOf(',')))
      const call = calls.get(id)
      calls.delete(id)
      if (call) answer(call, text)
      return id < BELOW
    },
    reject: (message, sessionId) => rejectWhere(message, (call) => call.sessionId === sessionId),
    close() {
      isClosed = true
      rejectWhere(CLOSED, () => true)
    },
  }
}

function answer({ method, isFile, resolve, reject }: Call, text: Buffer): void {
  const file = isFile ? readData(text) : undefined
  if (file) return resolve(file)
  const { result, error } = JSON.parse(text.toString()) as { result?: Result; error?: { message: string } }
  if (error) reject(new Error(`${method}: ${error.message}`))
  else resolve(result)
}
