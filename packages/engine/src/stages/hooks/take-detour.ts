import { createWayClient, type WayAnswer } from '@render/net'
import { intercept, type Held } from '../../browser/intercept.ts'
import { isPreflight, permitReading } from '../../browser/permit-reading.ts'
import { followKinds } from '../../browser/request-kinds.ts'
import { createGate } from '../../gate.ts'
import { stage } from '../../stage.ts'

/** The page has some 32 connections, and both together may have those that a page may have. */
const AT_ONCE = 24
/** A server that keeps us waiting for longer keeps no other out. */
const HOLD_MS = 10_000
const MAX_BODY_BYTES = 50 * 1024 ** 2
const TOO_LARGE =
  'The page did not get files that are too large to be fetched another way than the rest of it.'

const REASONS = {
  destination_not_allowed: 'AccessDenied',
  connection_failed: 'ConnectionFailed',
  tls_failed: 'ConnectionFailed',
  timeout: 'TimedOut',
  invalid_response: 'Failed',
  too_large: 'Failed',
} as const

/**
 * Fetches what goes another way than the page's own connections, and hands it to the browser. Of a held request the
 * protocol tells the cookies and the whole body too, and cookies that an answer sets are kept. Redirects are handed on:
 * the browser follows them, and each hop is asked about anew.
 */
export const takeDetour = stage({
  name: 'take-detour',
  phase: 'hooks',
  borrows: ['accept_lang', 'add_cors', 'show_certificate_errors'],
  async run(
    { tab, detour, pageLimits, warnings, signal },
    { accept_lang, add_cors, show_certificate_errors },
  ) {
    if (!detour) return
    const { session, page, way } = tab
    const url = await way.branch(detour.route)
    const maximumBytes = pageLimits.bytes
    const client = createWayClient({ url, rejectUnauthorized: show_certificate_errors, maximumBytes })
    const kinds = followKinds(page)
    const gate = createGate(AT_ONCE, HOLD_MS)

    const kindOf = (held: Held) => {
      if (isPreflight(held)) return 'preflight'
      return held.resourceType === 'Fetch' ? 'prefetch' : kinds.of(held)
    }

    const ask = (url: URL, { request }: Held) => {
      const { method } = request
      // The browser's usual language is added where requests are sent.
      const headers = { 'accept-language': accept_lang, ...request.headers }
      return client.ask(url, { method, headers, body: bodyOf(request), maximumBytes: MAX_BODY_BYTES, signal })
    }

    const fail = async ({ requestId }: Held, reason: keyof typeof REASONS): Promise<void> => {
      if (reason === 'too_large' && !warnings.includes(TOO_LARGE)) warnings.push(TOO_LARGE)
      await session.send('Fetch.failRequest', { requestId, errorReason: REASONS[reason] })
    }

    async function fetchAside(url: URL, held: Held): Promise<void> {
      const { requestId } = held
      const answer = await gate(() => ask(url, held), signal)
      if ('failure' in answer) return fail(held, answer.failure)
      const own = { responseCode: answer.status, responseHeaders: headersOf(answer) }
      const told = add_cors ? permitReading(held, own) : own
      const body = answer.body.toString('base64')
      await session.send('Fetch.fulfillRequest', { requestId, ...told, body })
    }

    await intercept(tab, [{ urlPattern: 'http*' }], async (held) => {
      if (held.responseStatusCode !== undefined) return false
      const url = URL.parse(held.request.url)
      const kind = await kindOf(held)
      // Streams of events never end.
      if (!url || !kind || kind === 'eventsource' || !detour.takes(kind, url.hostname)) return false
      fetchAside(url, held)
        // The browser does not take every answer.
        .catch(() => fail(held, 'invalid_response'))
        // The page may be closing.
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

/** Of the connection, and of a body that is no longer packed. */
const HOP_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

function headersOf({ headers }: WayAnswer): { name: string; value: string }[] {
  return Object.entries(headers)
    .filter(([name]) => !HOP_HEADERS.has(name))
    .flatMap(([name, value = '']) => [value].flat().map((each) => ({ name, value: each })))
}
