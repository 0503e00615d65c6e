// The raw loop: the service's own browser, launched and sandboxed as the service does it, one fresh context per render,
// load awaited, one capture by CDP with the fast encoder. Nothing else happens, and nothing in it is slowed.
import { launchBrowser } from '@render/engine'

interface RawQuestion {
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
const launched = await launchBrowser({
  environment: process.env,
  sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
  chromiumPath: process.env.CHROMIUM_PATH,
})
const { browser } = launched

process.on('message', ({ id, url, keep }: RawQuestion) => {
  render(url).then(
    (picture) => answer({ id, ...(keep && { picture }) }),
    (error: Error) => answer({ id, error: error.message }),
  )
})
process.on('disconnect', () => void launched[Symbol.asyncDispose]().finally(() => process.exit(0)))
answer({ ready: true })

async function render(url: string): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1024 } })
  try {
    const page = await context.newPage()
    const [session] = await Promise.all([context.newCDPSession(page), page.goto(url, { waitUntil: 'load' })])
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
    return Buffer.from(data, 'base64')
  } finally {
    await context.close()
  }
}
