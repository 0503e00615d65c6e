// The raw loop: the service's browser, launched and sandboxed in the same way, one new context per render, wait for load,
// one CDP capture with the fast encoder, print, or reading of the markup, and nothing else.
import { launchBrowser } from '@render/engine'
import type { Shot } from './subject.ts'

export interface RawRequest extends Shot {
  id: number
  url: string
  /** True to send the picture back. */
  keep: boolean
}

export interface RawResponse {
  ready?: true
  id?: number
  picture?: Uint8Array
  error?: string
}

const answer = (message: RawResponse) => process.send!(message)
const launched = await launchBrowser(
  {
    environment: process.env,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    chromiumPath: process.env.CHROMIUM_PATH,
    openTunnel: () => Promise.reject(new Error('The raw loop opens no tunnels.')),
  },
  // The last of two equal switches wins.
  { switches: ['--proxy-server=direct://', '--host-resolver-rules='] },
)
const { browser } = launched

process.on('message', ({ id, url, keep, ...shot }: RawRequest) => {
  render(url, shot).then(
    (picture) => answer({ id, ...(keep && { picture }) }),
    (error: Error) => answer({ id, error: error.message }),
  )
})
process.on('disconnect', () => void launched[Symbol.asyncDispose]().finally(() => process.exit(0)))
answer({ ready: true })

const PRINT = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true }

async function render(url: string, { isWhole = false, document }: Shot): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1024 } })
  try {
    const page = await context.newPage()
    const [session] = await Promise.all([context.newCDPSession(page), page.goto(url, { waitUntil: 'load' })])
    if (document === 'html') return Buffer.from(await page.content())
    if (document === 'pdf') {
      const { data } = await session.send('Page.printToPDF', PRINT)
      return Buffer.from(data, 'base64')
    }
    const { cssContentSize } = isWhole ? await session.send('Page.getLayoutMetrics') : {}
    const clip = cssContentSize && { ...cssContentSize, scale: 1 }
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      ...(clip && { clip, captureBeyondViewport: true }),
    })
    return Buffer.from(data, 'base64')
  } finally {
    await context.close()
  }
}
