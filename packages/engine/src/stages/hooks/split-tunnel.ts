import { createTunnelClient, type TunnelResponse } from '@render/net'
import { intercept, type Held } from '../../protocol/intercept.ts'
import { isPreflight, addCorsHeaders } from '../../protocol/add-cors-headers.ts'
import { trackResourceTypes } from '../../protocol/resource-types.ts'
import { createSemaphore } from '../../semaphore.ts'
import { stage } from '../../stage.ts'

/** The page uses up to 32 connections itself; together they stay within the limit per page. */
const AT_ONCE = 24
/** A slower server gives its place to others. */
const HOLD_MS = 10_000
const MAX_BODY_BYTES = 50 * 1024 ** 2
const TOO_LARGE =
  'Blocked responses that are too large to fetch by another route than the page ("proxy_hosts", "proxy_same_domain", "proxy_resources" or "reduce_proxy").'

const REASONS = {
  destination_not_allowed: 'AccessDenied',
  connection_failed: 'ConnectionFailed',
  tls_failed: 'ConnectionFailed',
  timeout: 'TimedOut',
  invalid_response: 'Failed',
  too_large: 'Failed',
} as const

/**
 * Fetches requests that take another route than the page's connections and hands the responses to the browser. CDP
 * reports cookies and the body of an intercepted request and stores cookies of the response. Redirects are handed to the
 * browser, which requests each hop separately.
 */
export const splitTunnel = stage({
  name: 'split-tunnel',
  phase: 'hooks',
  borrows: ['accept_lang', 'add_cors', 'show_certificate_errors'],
  async run(
    { tab, splitTunnel, pageLimits, warnings, signal },
    { accept_lang, add_cors, show_certificate_errors },
  ) {
    if (!splitTunnel) return
    const { session, page, tunnel } = tab
    const url = await tunnel.branch(splitTunnel.route)
    const maxBytes = pageLimits.bytes
    const client = createTunnelClient({ url, rejectUnauthorized: show_certificate_errors, maxBytes })
    const resourceTypes = trackResourceTypes(page)
    const semaphore = createSemaphore(AT_ONCE, HOLD_MS)

    const resourceTypeOf = (held: Held) => {
      if (isPreflight(held)) return 'preflight'
      return held.resourceType === 'Fetch' ? 'prefetch' : resourceTypes.of(held)
    }

    const fetchThrough = (url: URL, { request }: Held) => {
      const { method } = request
      // The browser adds its default language after interception.
      const headers = { 'accept-language': accept_lang.header, ...request.headers }
      return client.request(url, {
        method,
        headers,
        body: bodyOf(request),
        maxBytes: MAX_BODY_BYTES,
        signal,
      })
    }

    const fail = async ({ requestId }: Held, reason: keyof typeof REASONS): Promise<void> => {
      if (reason === 'too_large' && !warnings.includes(TOO_LARGE)) warnings.push(TOO_LARGE)
      await session.send('Fetch.failRequest', { requestId, errorReason: REASONS[reason] })
    }

    async function fetchAside(url: URL, held: Held): Promise<void> {
      const { requestId } = held
      const answer = await semaphore(() => fetchThrough(url, held), signal)
      if ('failure' in answer) return fail(held, answer.failure)
      const own = { responseCode: answer.status, responseHeaders: headersOf(answer) }
      const response = add_cors ? addCorsHeaders(held, own) : own
      const body = answer.body.toString('base64')
      await session.send('Fetch.fulfillRequest', { requestId, ...response, body })
    }

    await intercept(tab, [{ urlPattern: 'http*' }], async (held) => {
      if (held.responseStatusCode !== undefined) return false
      const url = URL.parse(held.request.url)
      const type = await resourceTypeOf(held)
      // Event streams never end.
      if (!url || !type || type === 'eventsource' || !splitTunnel.takes(type, url.hostname)) return false
      fetchAside(url, held)
        // The browser rejects some responses.
        .catch(() => fail(held, 'invalid_response'))
        // Fails when the page is closing.
        .catch(() => undefined)
      return true
    })
  },
})

function bodyOf({ postDataEntries }: Held['request']): Buffer | undefined {
  return (
    postDataEntries && Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')))
  )
}

/** Headers of the connection, and of a body that is decompressed already. */
const HOP_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

function headersOf({ headers }: TunnelResponse): { name: string; value: string }[] {
  return Object.entries(headers)
    .filter(([name]) => !HOP_HEADERS.has(name))
    .flatMap(([name, value = '']) => [value].flat().map((each) => ({ name, value: each })))
}
