import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { pictureOf, readPicture, type Picture } from '@render/testkit'

interface Viewport {
  width: number
  height: number
}

export interface OfflineBrowser extends AsyncDisposable {
  /** Opens a document as a file of this name. */
  open(name: string, body: Buffer, viewport: Viewport): Promise<OfflineDocument>
  /** Opens HTML documents in one page, each in a frame of this size, and returns what each looks like. */
  openInFrames(
    documents: readonly (Buffer | string)[],
    viewport: Viewport,
  ): Promise<Pick<OfflineDocument, 'asked'> & { pictures: Picture[] }>
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
    // Captures of the service have all pictures decoded too.
    args: ['--no-sandbox', '--disable-checker-imaging'],
  })
  const open: OfflineBrowser['open'] = async (name, body, viewport) => {
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
  }
  return {
    open,
    async openInFrames(documents, { width, height }) {
      const names = documents.map((_, index) => `frame-${index}.html`)
      await Promise.all(documents.map((body, index) => writeFile(join(folder, names[index]!), body)))
      const frames = names.map(
        (name) => `<iframe src="${name}" width="${width}" height="${height}"></iframe>`,
      )
      const style = '<style>body { margin: 0 } iframe { display: block; border: 0 }</style>'
      const all = { width, height: height * documents.length }
      await using opened = await open(
        'frames.html',
        Buffer.from(`<!doctype html>${style}${frames.join('')}`),
        all,
      )
      const { pixels, ...picture } = await readPicture(opened.picture)
      const bytes = width * height * 4
      const pictures = documents.map((_, index) =>
        pictureOf(pixels.subarray(index * bytes, (index + 1) * bytes), { ...picture, height }),
      )
      return { asked: opened.asked, pictures }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
