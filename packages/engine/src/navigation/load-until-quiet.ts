import { RenderError } from '@render/errors'
import { awaitedBy } from './awaited-event.ts'
import { cutLoadShort } from './cut-load-short.ts'
import { leftMs, type Load } from './load.ts'
import { trackConnections } from './track-connections.ts'

type Act = (load: Load) => Promise<boolean>

/**
 * Loads a document by `act`, and then waits until the network is quiet, if `wait_until` says so. Returns what `act` returns:
 * whether more may be expected of the page.
 * @throws {RenderError} `RenderTimeoutError` when the network is not quiet in time and the page has not loaded either.
 */
export function loadUntilQuiet(load: Load, act: Act): Promise<boolean> {
  const { connections } = awaitedBy(load.options.wait_until)
  return load.ctx.tab.time.during(
    connections === undefined ? act(load) : loadAndAwaitQuiet(load, act, connections),
  )
}

async function loadAndAwaitQuiet(load: Load, act: Act, connections: number): Promise<boolean> {
  const { ctx, options } = load
  using network = trackConnections(ctx.tab)
  let hasLoaded = false
  ctx.tab.page.once('load', () => (hasLoaded = true))
  // Nothing more is expected of a stopped page.
  if (!(await act(load))) return false
  if (await network.quiet(connections, leftMs(load))) return true
  // A page that never becomes quiet is used as it is if its load event has fired.
  if (!hasLoaded) throw new RenderError('RenderTimeoutError')
  cutLoadShort(
    ctx,
    `did not stop making requests ("wait_until") within the "timeout" of ${options.timeout} ms`,
  )
  return true
}
