import type { Response } from 'express'
import type { Finished, RenderEvents } from '@render/jobs'
import type { Gauge } from 'prom-client'
import type { LookUp } from './look-up.ts'

/** One caller that waits for one render. Disposing stops it. */
export interface Wait extends Disposable {
  /** How the render ended; undefined when the time is up, the caller has left, or waiting was ended for all. */
  ended: Promise<Finished | undefined>
}

export interface Waits extends Disposable {
  /**
   * Listens from this moment on, so call it before submitting. The time is up after the caller's `redirect_after`
   * seconds; 0 waits for as long as a render can take.
   */
  begin(renderId: string, redirectAfterSeconds: number, res: Response): Wait
  /** Lets those who wait go on for so long, then sends them on. From then on nobody waits. */
  endWithin(ms: number): void
  /** Whether callers are sent on because this process is leaving. */
  isLeaving(): boolean
}

/** Longer than all attempts of a render together: whoever never wants to be sent on is told then that it is lost. */
const LONGEST_MS = 16 * 60_000

export function createWaits({
  events,
  lookUp,
  waiting,
}: {
  events: Pick<RenderEvents, 'waitFor'>
  lookUp: Pick<LookUp, 'find'>
  waiting: Gauge
}): Waits {
  const find = async (id: string) => (await lookUp.find(id))?.state
  const stops = new Set<() => void>()
  let leaving = false
  let timer: NodeJS.Timeout | undefined

  return {
    begin(renderId, redirectAfterSeconds, res) {
      const stopping = new AbortController()
      const stop = () => stopping.abort()
      const timeUp = setTimeout(stop, redirectAfterSeconds > 0 ? redirectAfterSeconds * 1000 : LONGEST_MS)
      res.once('close', stop)
      stops.add(stop)
      if (leaving || res.closed) stop()
      waiting.inc()
      return {
        ended: events.waitFor(renderId, find, stopping.signal),
        [Symbol.dispose]() {
          clearTimeout(timeUp)
          res.off('close', stop)
          stops.delete(stop)
          stop()
          waiting.dec()
        },
      }
    },
    endWithin(ms) {
      timer = setTimeout(() => {
        leaving = true
        for (const stop of stops) stop()
      }, ms)
    },
    isLeaving: () => leaving,
    [Symbol.dispose]() {
      clearTimeout(timer)
    },
  }
}
