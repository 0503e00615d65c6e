import { ALL_ATTEMPTS_MS, type RenderEnds } from '@render/jobs'
import type { Finished } from '@render/outputs'
import type { Response } from 'express'
import type { Gauge } from 'prom-client'
import type { RenderLookup } from '../renders/render-lookup.ts'

/** One caller that waits for one render. Disposing stops the wait. */
export interface Wait extends Disposable {
  /** The end of the render; undefined when the time is up, the caller has left, or `endWithin` ended all waits. */
  ended: Promise<Finished | undefined>
}

export interface Waits extends Disposable {
  /**
   * Waits for a render from this moment on, so call it before submitting the render. The wait lasts for `redirect_after`
   * seconds; with 0 for as long as a render can take. Without a response nobody waits: the render is only followed.
   */
  begin(renderId: string, redirectAfterSeconds: number, res?: Response): Wait
  /** Ends all waits after `ms`, and every later one at once, so that callers are redirected to another gateway. */
  endWithin(ms: number): void
  /** Whether callers are redirected because this process is stopping. */
  isStopping(): boolean
}

/** Longer than all attempts of a render together: after it the render counts as lost. */
const MAX_WAIT_MS = ALL_ATTEMPTS_MS + 60_000

export function createWaits({
  renderEnds,
  renderLookup,
  waiting,
}: {
  renderEnds: Pick<RenderEnds, 'waitFor'>
  renderLookup: Pick<RenderLookup, 'find'>
  waiting: Gauge
}): Waits {
  const find = async (id: string) => (await renderLookup.find(id))?.state
  const stops = new Set<() => void>()
  let stopping = false
  let timer: NodeJS.Timeout | undefined

  return {
    begin(renderId, redirectAfterSeconds, res) {
      const controller = new AbortController()
      const stop = () => controller.abort()
      const timeout = setTimeout(stop, redirectAfterSeconds > 0 ? redirectAfterSeconds * 1000 : MAX_WAIT_MS)
      res?.once('close', stop)
      stops.add(stop)
      if (stopping || res?.closed) stop()
      if (res) waiting.inc()
      return {
        ended: renderEnds.waitFor(renderId, find, controller.signal),
        [Symbol.dispose]() {
          clearTimeout(timeout)
          res?.off('close', stop)
          stops.delete(stop)
          stop()
          if (res) waiting.dec()
        },
      }
    },
    endWithin(ms) {
      timer = setTimeout(() => {
        stopping = true
        for (const stop of stops) stop()
      }, ms)
    },
    isStopping: () => stopping,
    [Symbol.dispose]() {
      clearTimeout(timer)
    },
  }
}
