import { withTimeout } from '@render/async'
import { RenderError } from '@render/errors'
import type { Tab } from './tab.ts'

/** The time limit; the page may share a process with a page of the site that hangs. */
const TIMEOUT_MS = 10_000

/**
 * Opens a blank page of our own beside the page of a tab, for work on untrusted files inside the browser's sandbox.
 * @throws {RenderError} `RenderTimeoutError` when it does not open in time.
 */
export function openOwnPage(
  tab: Pick<Tab, 'context'>,
  timeoutMs = TIMEOUT_MS,
): Promise<Pick<Tab, 'page' | 'session'>> {
  return withTimeout(open(tab), timeoutMs, () => {
    throw new RenderError('RenderTimeoutError')
  })
}

async function open({ context }: Pick<Tab, 'context'>): Promise<Pick<Tab, 'page' | 'session'>> {
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page) }
}
