import { RenderError } from '@render/errors'
import type { Request, Response } from 'playwright-core'
import type { PageContext } from '../page-context.ts'
import { isResponseWithoutBody, TOO_MANY_REDIRECTS } from '../protocol/errors.ts'
import { isPdf } from './intercept-pdf.ts'
import { isMainNavigation } from './is-main-navigation.ts'

/** Types that the browser shows as text; JSON is always UTF-8. */
const TEXT_WITHOUT_CHARSET =
  /^\s*(?:text\/(?!html|xml)|application\/(?:(?:rss|atom)\+xml|(?:x-)?javascript))(?!.*charset=)/i

/** The responses to the navigations of a page. */
export interface LoadResponses extends Disposable {
  /** The address that was requested last. */
  readonly address: string
  /** The address of a PDF that was the last response, if it can be requested again. */
  readonly pdf: string | undefined
  /** Returns the statuses of the page's document and of the first response; undefined when there was none. */
  statuses(): PageContext['response']
  hasDocument(): boolean
  /** Returns whether the last response is text, or a feed, that does not name its encoding. */
  lacksCharset(): boolean
  /** Adds the response of a document, and of the redirects to it, when no event has reported it. */
  add(last: Response): Promise<void>
  /** Rejects when there are too many consecutive redirects. */
  readonly tooMany: Promise<never>
}

/** Tracks the responses to navigations of the page's main frame. Markup that is written into the page has no address. */
export function trackLoadResponses({ tab: { page }, pageLimits }: PageContext, address = ''): LoadResponses {
  let responses: Response[] = []
  /** The number of responses up to the one that became the document. */
  let committedCount = 0
  let requested = address
  let pdf: string | undefined
  let redirects = 0
  let hasDocument = address === ''
  const { promise: tooMany, reject } = Promise.withResolvers<never>()
  tooMany.catch(() => undefined)

  const onRequest = (request: Request): void => {
    if (isMainNavigation(page, request)) requested = request.url()
  }
  const onResponse = (response: Response): void => {
    if (!isMainNavigation(page, response.request())) return
    responses.push(response)
    const headers = response.headers()
    pdf = isPdf(headers) && response.request().method() === 'GET' ? response.url() : undefined
    if (headers.location === undefined || Math.floor(response.status() / 100) !== 3) return
    redirects += 1
    if (redirects > pageLimits.redirects)
      reject(new RenderError('NavigationError', { message: TOO_MANY_REDIRECTS }))
  }
  // A response that does not become the document leaves the one that is there.
  const onFailure = (request: Request): void => {
    if (!hasDocument || isResponseWithoutBody(new Error(request.failure()?.errorText))) return
    const chain = new Set<Request>()
    for (let each: Request | null = request; each; each = each.redirectedFrom()) chain.add(each)
    responses = responses.filter(
      (response, index) => index < committedCount || !chain.has(response.request()),
    )
  }
  const onDocument = (frame: unknown): void => {
    if (frame !== page.mainFrame()) return
    hasDocument = true
    committedCount = responses.length
    redirects = 0
  }
  page.on('request', onRequest)
  page.on('response', onResponse)
  page.on('requestfailed', onFailure)
  page.on('framenavigated', onDocument)
  return {
    get address() {
      return requested
    },
    get pdf() {
      return pdf
    },
    statuses() {
      const [first, last] = [responses.at(0), responses.at(-1)]
      return first && last && { statusCode: last.status(), statusCodeInitial: first.status() }
    },
    hasDocument: () => hasDocument,
    lacksCharset: () => TEXT_WITHOUT_CHARSET.test(responses.at(-1)?.headers()['content-type'] ?? ''),
    async add(last) {
      if (responses.includes(last)) return
      const chain: Response[] = []
      for (let request: Request | null = last.request(); request; request = request.redirectedFrom()) {
        const response = await request.response()
        if (response) chain.unshift(response)
      }
      responses.push(...chain.filter((response) => !responses.includes(response)))
    },
    tooMany,
    [Symbol.dispose]() {
      page.off('request', onRequest)
      page.off('response', onResponse)
      page.off('requestfailed', onFailure)
      page.off('framenavigated', onDocument)
    },
  }
}
