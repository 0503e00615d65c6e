import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import type { FailureReason, HttpClient, HttpFailure, HttpResponse } from '@render/net'
import { openBody, sizeOf, type Body, type Upload } from '@render/outputs'
import type { Destination, WriteOptions } from './destination.ts'

const TRY_MS = 20_000
/** Pauses before further tries; each is extended by up to half at random. */
const PAUSES_MS = [500, 2000]

/** The text of a failure for the message, and whether another attempt may succeed. */
const FAILURES: Record<FailureReason, { text: string; isRetryable: boolean }> = {
  destination_not_allowed: { text: 'does not resolve to a public address', isRetryable: false },
  tls_failed: { text: 'has no valid certificate', isRetryable: false },
  connection_failed: { text: 'could not be reached', isRetryable: true },
  invalid_response: { text: 'did not answer in HTTP', isRetryable: true },
  timeout: { text: 'did not answer in time', isRetryable: true },
}

/**
 * Uploads an output to a presigned address of the caller's and reports the address without its secret parts. Retries for
 * about a minute in all. Rejects with `UploadFailedError` when the address does not accept the file.
 */
export function toPresignedAddress(
  http: Pick<HttpClient, 'put'>,
  { address, option }: Upload,
): Destination<{ location: string }> {
  return {
    async write(body, options) {
      const url = new URL(address)
      const [sha256] = await Promise.all([hashOf(body), upload()])
      return { location: locationOf(url), sizeBytes: sizeOf(body), sha256 }

      async function upload(): Promise<void> {
        for (let pauses = PAUSES_MS; ; pauses = pauses.slice(1)) {
          const response = await put(http, url, body, options)
          if (isAccepted(response)) return
          const [pauseMs] = pauses
          if (pauseMs === undefined || !isRetryable(response)) throw uploadFailed(option, response)
          await sleep(pauseMs * (1 + Math.random() / 2), undefined, { signal: options.signal })
        }
      }
    },
  }
}

async function put(
  http: Pick<HttpClient, 'put'>,
  url: URL,
  body: Body,
  { contentType, signal }: WriteOptions,
): Promise<HttpResponse | HttpFailure> {
  // The length is sent because presigned addresses do not accept chunked requests.
  const headers = { 'content-type': contentType, 'content-length': String(sizeOf(body)) }
  const request = { headers, timeoutMs: TRY_MS, signal }
  if ('bytes' in body) return http.put(url, { ...request, body: body.bytes })
  // A file that cannot be read fails the hash as well, and may fail before anything listens to this stream.
  const bytes = openBody(body).on('error', () => undefined)
  try {
    return await http.put(url, { ...request, body: bytes })
  } finally {
    bytes.destroy()
  }
}

async function hashOf(body: Body): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of openBody(body) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

function isAccepted(response: HttpResponse | HttpFailure): boolean {
  return 'status' in response && response.status >= 200 && response.status < 300
}

function isRetryable(response: HttpResponse | HttpFailure): boolean {
  if ('failure' in response) return FAILURES[response.failure].isRetryable
  return response.status === 429 || response.status >= 500
}

function locationOf({ origin, pathname }: URL): string {
  return origin + pathname
}

function uploadFailed(option: string, response: HttpResponse | HttpFailure): RenderError {
  const problem = 'failure' in response ? FAILURES[response.failure].text : `answered ${response.status}`
  const message = `"${option}": the address ${problem}.`
  return RenderError.forOption(nameOf(option), message, 'UploadFailedError')
}

/** Returns `thumbnails` for `thumbnails[0].presigned_url`. */
function nameOf(path: string): string {
  return path.replace(/\W.*/, '')
}
