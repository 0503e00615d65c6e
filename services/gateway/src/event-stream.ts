// Server-sent events, as the HTML standard has them.
import type { Response } from 'express'

export interface SentEvent {
  id: string
  event: string
  data: object
}

export interface EventStream extends Disposable {
  send(event: SentEvent): void
}

/** How long clients wait before they come back when the connection was lost. */
const COME_BACK_MS = 1000

/** Begins a stream of events, with a comment whenever nothing was sent for so long. Disposing ends it. */
export function openEventStream(res: Response, silentMs: number): EventStream {
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Some proxies keep answers back until they are whole.
  res.setHeader('X-Accel-Buffering', 'no')
  const write = (text: string) => {
    res.write(`${text}\n\n`)
    timer.refresh()
  }
  const timer = setTimeout(() => write(': nothing new'), silentMs)
  write(`retry: ${COME_BACK_MS}`)
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
