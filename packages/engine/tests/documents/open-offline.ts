import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'

export interface OfflineBrowser extends AsyncDisposable {
  /** Opens a document as a file of this name. */
  open(name: string, body: Buffer, viewport: { width: number; height: number }): Promise<OfflineDocument>
}

/** A document that is open until it is disposed: what it does takes CPU time. */
interface OfflineDocument extends AsyncDisposable {
  page: Page
  picture: Buffer
  /** The addresses that it asked the network for. */
  asked: string[]
}

/** Starts a browser that has no network. */
export async function startOfflineBrowser(): Promise<OfflineBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'offline-'))
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox'],
  })
  return {
    async open(name, body, viewport) {
      const path = join(folder, name)
      await writeFile(path, body)
      const context = await browser.newContext({ offline: true, viewport })
      const page = await context.newPage()
      const asked: string[] = []
      page.on(
        'request',
        (request) => void (/^(?:data|file|blob):/.test(request.url()) || asked.push(request.url())),
      )
      await page.goto(pathToFileURL(path).href)
      const picture = await page.screenshot()
      return { page, picture, asked, [Symbol.asyncDispose]: () => context.close() }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
