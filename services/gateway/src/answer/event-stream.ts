// Server-sent events, as specified by the HTML standard.
import type { Response } from 'express'

export interface SentEvent {
  id: string
  event: string
  data: object
}

export interface EventStream extends Disposable {
  send(event: SentEvent): void
}

/** Time after which clients reconnect when the connection was lost. */
const RECONNECT_MS = 1000

/** Starts an event stream that sends a comment whenever nothing was sent for `heartbeatMs`. Disposing ends it. */
export function openEventStream(res: Response, heartbeatMs: number): EventStream {
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Some proxies buffer answers until they are complete.
  res.setHeader('X-Accel-Buffering', 'no')
  const write = (text: string) => {
    res.write(`${text}\n\n`)
    timer.refresh()
  }
  const timer = setTimeout(() => write(': nothing new'), heartbeatMs)
  write(`retry: ${RECONNECT_MS}`)
  return {
    send({ id, event, data }) {
      write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}`)
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      res.end()
    },
  }
}
