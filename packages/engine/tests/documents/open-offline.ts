import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'

export interface OfflineBrowser extends AsyncDisposable {
  /** Opens a document as a file of this name, in a viewport of 1280x1024. */
  open(name: string, body: Buffer): Promise<OfflineDocument>
}

interface OfflineDocument {
  page: Page
  picture: Buffer
}

/** Starts a browser that has no network. */
export async function startOfflineBrowser(): Promise<OfflineBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'offline-'))
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox'],
  })
  return {
    async open(name, body) {
      const path = join(folder, name)
      await writeFile(path, body)
      const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 1024 } })
      const page = await context.newPage()
      await page.goto(pathToFileURL(path).href)
      return { page, picture: await page.screenshot() }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
