// The raw loop: the service's browser, started and sandboxed in the same way, spoken to over its pipe in JSON, as all clients
// do, without a library. One new context per render, wait for load, one capture with the fast encoder, print, or reading of
// the markup, nothing else.
import { rm } from 'node:fs/promises'
import { spawnBrowser } from '@render/engine'
import { connectDevtools } from './devtools.ts'
import type { Shot } from './subject.ts'
import { defaultSettings } from './default-settings.ts'

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
const spawned = await spawnBrowser(
  {
    environment: process.env,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    chromiumPath: process.env.CHROMIUM_PATH,
    niceness: Number(defaultSettings.BROWSER_NICENESS),
  },
  // The last of two equal switches wins.
  { switches: ['--proxy-server=direct://', '--host-resolver-rules=', '--remote-debugging-pipe'] },
)
const { send, event } = connectDevtools(spawned)

process.on('message', ({ id, url, keep, ...shot }: RawRequest) => {
  render(url, shot).then(
    (picture) => answer({ id, ...(keep && { picture }) }),
    (error: Error) => answer({ id, error: error.message }),
  )
})
process.on('disconnect', () => {
  void send('Browser.close')
  void spawned.ended.then(async () => {
    await rm(spawned.scratch, { recursive: true })
    process.exit(0)
  })
})
await send('Browser.getVersion')
answer({ ready: true })

const VIEWPORT = { width: 1280, height: 1024 }
/** The paper and the looks of the service. */
const PRINT = {
  paperWidth: 8.27,
  paperHeight: 11.69,
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
}

async function render(url: string, shot: Shot): Promise<Buffer> {
  const { browserContextId } = await send('Target.createBrowserContext')
  try {
    const { targetId } = await send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...VIEWPORT,
    })
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
    await send('Page.enable', {}, sessionId)
    const loaded = event('Page.loadEventFired', sessionId)
    await send('Page.navigate', { url }, sessionId)
    await loaded
    return await capture(sessionId, shot)
  } finally {
    await send('Target.disposeBrowserContext', { browserContextId })
  }
}

async function capture(sessionId: string, { isWhole = false, document }: Shot): Promise<Buffer> {
  if (document === 'html') {
    const expression = 'document.documentElement.outerHTML'
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true }, sessionId)
    return Buffer.from(result.value)
  }
  if (document === 'pdf') {
    const { data } = await send('Page.printToPDF', PRINT, sessionId)
    return Buffer.from(data, 'base64')
  }
  const { cssContentSize } = isWhole ? await send('Page.getLayoutMetrics', {}, sessionId) : {}
  const { data } = await send(
    'Page.captureScreenshot',
    {
      format: 'png',
      optimizeForSpeed: true,
      ...(cssContentSize && { clip: { ...cssContentSize, scale: 1 }, captureBeyondViewport: true }),
    },
    sessionId,
  )
  return Buffer.from(data, 'base64')
}
