import type { Tab } from './tab.ts'

/**
 * An address that the proxy always refuses, because its port is denied whatever the operator allows. A browser that bypasses the
 * proxy would connect to it.
 */
const FORBIDDEN = { host: '127.0.0.1', port: 6379 }
const TIMEOUT_MS = 10_000

/** @throws {Error} for the operator, unless requests of a page arrive at the egress proxy. */
export async function checkEgress({ page, tunnel }: Tab): Promise<void> {
  await page
    .goto(`http://${FORBIDDEN.host}:${FORBIDDEN.port}/`, { timeout: TIMEOUT_MS, waitUntil: 'load' })
    .catch(() => undefined)
  if (await tunnel.refusalOf(FORBIDDEN)) return
  throw new Error('Requests of pages in the browser do not arrive at the egress proxy.')
}
