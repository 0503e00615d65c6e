import type { Readable, Writable } from 'node:stream'
import type { ConnectOverCDPTransport } from 'playwright-core'
import { silenceConsole } from '../in-page/main-world/silence-console.ts'
import { createDirectClient, type DirectClient } from '../direct/direct-client.ts'
import { createEventBudget, type ProtocolMessage } from './event-budget.ts'
import { archiveCall, messageLimit, sessionAtEnd } from './message-limits.ts'
import { TOO_LONG_REPLY } from '../protocol/errors.ts'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'
import { createMessageReader } from './message-reader.ts'

/** The transport between Playwright and a browser. */
export interface DevtoolsPipe extends ConnectOverCDPTransport {
  /** Returns whether the page with this target id was crashed because it sent too much. */
  isFlooding: (targetId: string) => boolean
  /** Returns how many messages went through, in both directions. */
  countMessages: () => number
  /** Resolves when the browser has closed it. */
  readonly closed: Promise<void>
  /** Speaks the protocol for tabs that Playwright does not know. */
  readonly direct: DirectClient
}

export interface DevtoolsPipeSettings {
  input: Writable
  output: Readable
  /** The most bytes of events that one page may send. */
  eventBytesPerPage: number
  /** True for the headless shell, whose windows can be placed. */
  placesWindows: boolean
  /** Called when the browser does not keep to the protocol. */
  onBroken: () => void
}

/** Playwright's ids are positive. */
const OWN_ID = -1

/**
 * The pointer is at the origin of the screen. The browser would move it over a window that lies there, and what is in the
 * page's upper left corner would have its `:hover` style.
 */
const PLACE = { left: 1, top: 1 }

function placed(message: ProtocolMessage): ProtocolMessage {
  const { method, params } = message
  return method === 'Target.createTarget' ? { ...message, params: { ...params, ...PLACE } } : message
}

const SILENCE = { expression: `(${silenceConsole.toString()})()` }

/**
 * Carries the protocol's messages over the pipes of a browser, and bounds what pages can send: events that nothing needs
 * are dropped before they are parsed, and a page that sends too much is crashed.
 */
export function createDevtoolsPipe(settings: DevtoolsPipeSettings): DevtoolsPipe {
  const { input, output, onBroken } = settings
  const budget = createEventBudget(settings.eventBytesPerPage)
  const flooding = new Set<string>()
  let isClosed = false
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  let messages = 0

  const pipe: DevtoolsPipe = {
    send(message: ProtocolMessage) {
      if (isClosed) throw new Error('Browser closed its pipe')
      const { id, method, sessionId } = message
      const isOfWorker = budget.isWorker(sessionId)
      // Playwright asks for the log of pages and for the code of workers, with their consoles. Nothing here needs them.
      const isUnwanted = method === 'Log.enable' || (method === 'Runtime.enable' && isOfWorker)
      if (!isUnwanted) return write(message)
      // The page's own session would report what a worker prints; the worker has not begun yet.
      if (isOfWorker) write({ id: OWN_ID, method: 'Runtime.evaluate', params: SILENCE, sessionId })
      setImmediate(() => pipe.onmessage?.({ id, sessionId, result: {} }))
    },
    close() {
      if (!isClosed) write({ id: OWN_ID, method: 'Browser.close' })
    },
    isFlooding: (targetId) => flooding.has(targetId),
    countMessages: () => messages,
    closed,
    direct: createDirectClient(write),
  }

  function write(message: ProtocolMessage): void {
    messages += 1
    input.write(encodeMessage(settings.placesWindows ? placed(message) : message))
  }

  function charge(sessionId: string | undefined, bytes: number): void {
    const page = budget.charge(sessionId, bytes)
    if (!page) return
    flooding.add(page.targetId)
    write({ id: OWN_ID, method: 'Page.crash', sessionId: page.sessionId })
  }

  function receive(encoded: Buffer): void {
    let message: ProtocolMessage
    try {
      if (pipe.direct.takeReply(encoded)) return void (messages += 1)
      if (pipe.direct.hasNoListener(encoded)) return charge(sessionAtEnd(encoded), encoded.length)
      message = decodeMessage(encoded) as ProtocolMessage
    } catch {
      return onBroken()
    }
    if (message.id === OWN_ID) return
    messages += 1
    budget.track(message)
    if (message.id === undefined) charge(message.sessionId, encoded.length)
    // Playwright expects each message in a task of its own.
    if (!pipe.direct.takeEvent(message)) setImmediate(() => pipe.onmessage?.(message))
  }

  let archive: number | undefined
  const read = createMessageReader({
    limitOf(head) {
      archive = archiveCall(head)
      return messageLimit(head)
    },
    receive,
    skip(tail, { bytes, isTooLong }) {
      const sessionId = sessionAtEnd(tail)
      if (isTooLong && archive !== undefined)
        receive(encodeMessage({ id: archive, sessionId, error: { message: TOO_LONG_REPLY } }))
      else if (isTooLong && sessionId === undefined) onBroken()
      else charge(sessionId, isTooLong ? Infinity : bytes)
    },
    onBroken,
  })
  output.on('data', read)
  output.once('close', () => {
    isClosed = true
    onClosed()
    pipe.direct.close()
    pipe.onclose?.()
  })
  // The pipes break when the browser ends; their end is what counts.
  for (const stream of [input, output]) stream.on('error', () => undefined)
  return pipe
}
