import { Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { HttpClient } from '@render/net'
import { tryMsFor, type RetryPolicy } from '../retries.ts'
import { unreached } from '../upload-failure.ts'

interface Request {
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  method: string
  headers: Record<string, string>
  body?: Uint8Array | string | Readable
}

/** Stores answer uploads with less than this. */
const MAX_BYTES = 64 * 1024

/** Makes the library send its requests within the egress policy. */
export function egressHandler(
  http: Pick<HttpClient, 'request'>,
  retryPolicy: RetryPolicy,
): NonNullable<S3ClientConfig['requestHandler']> {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request: Request, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
      const { method, headers, body } = request
      const answer = await http.request(urlOf(request), {
        method,
        headers,
        ...(body !== undefined && { body }),
        timeoutMs: tryMsFor(retryPolicy, Number(headers['content-length'] ?? 0)),
        maxBytes: MAX_BYTES,
        ...(abortSignal && { signal: abortSignal }),
      })
      if ('failure' in answer) throw unreached(answer.failure)
      const { status: statusCode, headers: received } = answer
      return { response: { statusCode, headers: received, body: Readable.from([answer.body]) } }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  }
}

function urlOf({ protocol, hostname, port, path, query = {} }: Request): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`)
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  )
  url.search = pairs.join('&')
  return url
}
