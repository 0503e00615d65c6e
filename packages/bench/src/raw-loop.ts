// The raw loop: the service's own browser, launched and sandboxed as the service does it, one fresh context per render,
// load awaited, one capture by CDP with the fast encoder. Nothing else happens, and nothing in it is slowed.
import { launchBrowser } from '@render/engine'
import type { Shot } from './subject.ts'

export interface RawQuestion extends Shot {
  id: number
  url: string
  /** Whether the picture is sent back. */
  keep: boolean
}

export interface RawAnswer {
  ready?: true
  id?: number
  picture?: Uint8Array
  error?: string
}

const answer = (message: RawAnswer) => process.send!(message)
const launched = await launchBrowser(
  {
    environment: process.env,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    chromiumPath: process.env.CHROMIUM_PATH,
    openWay: () => Promise.reject(new Error('The raw loop has contexts of its own.')),
  },
  // Of two such switches the last one counts.
  { switches: ['--proxy-server=direct://', '--host-resolver-rules='] },
)
const { browser } = launched

process.on('message', ({ id, url, isWhole = false, keep }: RawQuestion) => {
  render(url, isWhole).then(
    (picture) => answer({ id, ...(keep && { picture }) }),
    (error: Error) => answer({ id, error: error.message }),
  )
})
process.on('disconnect', () => void launched[Symbol.asyncDispose]().finally(() => process.exit(0)))
answer({ ready: true })

async function render(url: string, isWhole: boolean): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1024 } })
  try {
    const page = await context.newPage()
    const [session] = await Promise.all([context.newCDPSession(page), page.goto(url, { waitUntil: 'load' })])
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
