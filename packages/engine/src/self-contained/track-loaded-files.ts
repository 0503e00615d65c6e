import type { CDPSession, Page, Request, Response } from 'playwright-core'
import { withoutFragment } from '../requests/without-fragment.ts'

/** A file that the page loaded. */
export interface LoadedFile {
  status: number
  contentType: string
  /** As its server announced it, before decompression. */
  contentLength?: string
  /** False while more of it may arrive. */
  isComplete: boolean
  /** Where its address led to. */
  address: string
  /** Asks the browser for the bytes, which it keeps until the page loads another document. */
  read(): Promise<Buffer>
}

/** The files that a page and its frames loaded, by their addresses without fragments. */
export interface LoadedFiles {
  find(address: string): LoadedFile | undefined
  /** Returns whether the page asked for an address, also without success. */
  wasAsked(address: string): boolean
  /** Returns the addresses of style sheets. */
  styleSheets(): string[]
}

/** Tracks what a page loads, until it is closed. */
export function trackLoadedFiles(page: Pick<Page, 'on'>): LoadedFiles {
  const responses = new Map<string, Response>()
  const asked = new Set<string>()
  const finished = new WeakSet<Request>()
  page.on('request', (request) => void asked.add(withoutFragment(request.url())))
  page.on('requestfinished', (request) => void finished.add(request))
  page.on('response', (response) => {
    for (let request: Request | null = response.request(); request; request = request.redirectedFrom()) {
      const address = withoutFragment(request.url())
      if (request.method() === 'GET' && !isWorse(response, responses.get(address)))
        responses.set(address, response)
    }
  })
  return {
    wasAsked: (address) => asked.has(keyIn(asked, address)),
    find(address) {
      const response = responses.get(keyIn(responses, address))
      return response && loadedFile(response, finished.has(response.request()))
    },
    styleSheets: () =>
      [...responses.values()]
        .filter((response) => response.request().resourceType() === 'stylesheet')
        .map((response) => response.url()),
  }
}

/** Returns the address by which a file is known: a page with https loads with https what it names with http. */
function keyIn(known: { has(address: string): boolean }, address: string): string {
  const key = withoutFragment(address)
  return known.has(key) ? key : key.replace(/^http:/, 'https:')
}

/** Parts of a file, and failures, do not replace the whole of it. */
function isWorse(response: Response, known: Response | undefined): boolean {
  return known?.status() === 200 && response.status() !== 200
}

function loadedFile(response: Response, isComplete: boolean): LoadedFile {
  const { 'content-type': contentType = '', 'content-length': contentLength } = response.headers()
  return {
    status: response.status(),
    contentType,
    contentLength,
    isComplete,
    address: response.url(),
    read: () => response.body(),
  }
}

/**
 * Returns the files that the main frame of a page loaded and that the browser still has, for a page that was not tracked. To
 * read one, the browser requests style sheets again that it may not cache.
 */
export async function filesInMemory(session: CDPSession): Promise<LoadedFiles> {
  const { frame, resources } = (await session.send('Page.getResourceTree')).frameTree
  const known = new Map(resources.map((resource) => [withoutFragment(resource.url), resource]))
  return {
    wasAsked: (address) => known.has(keyIn(known, address)),
    styleSheets: () => resources.filter(({ type }) => type === 'Stylesheet').map(({ url }) => url),
    find(address) {
      const resource = known.get(keyIn(known, address))
      if (!resource) return undefined
      const { url, mimeType, contentSize } = resource
      const read = async (): Promise<Buffer> => {
        const asked = { frameId: frame.id, url }
        const { content, base64Encoded } = await session.send('Page.getResourceContent', asked)
        return Buffer.from(content, base64Encoded ? 'base64' : 'utf8')
      }
      const contentLength = contentSize === undefined ? undefined : String(contentSize)
      return { status: 200, contentType: mimeType, contentLength, isComplete: true, address: url, read }
    },
  }
}
