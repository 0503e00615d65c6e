import type { BrowserProcess } from './launch.ts'

/** Never allowed, whatever an operator allows: the port is denied. The browser itself would go there. */
const FORBIDDEN = { host: '127.0.0.1', port: 6379 }
const TIMEOUT_MS = 10_000

/** Throws an error for the operator unless what a page asks for arrives at the egress proxy. */
export async function checkWayOut(browser: BrowserProcess): Promise<void> {
  const { context, page, way } = await browser.openTab({})
  try {
    await page
      .goto(`http://${FORBIDDEN.host}:${FORBIDDEN.port}/`, { timeout: TIMEOUT_MS })
      .catch(() => undefined)
    if (await way.refusalOf(FORBIDDEN)) return
  } finally {
    await context.close()
  }
  throw new Error('Pages in the browser do not reach the egress proxy.')
}
