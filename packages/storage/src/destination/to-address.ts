import type { HttpClient, HttpFailure, HttpResponse } from '@render/net'
import { openBody, sizeOf, type Body } from '@render/outputs'
import { tryMsFor, defaultRetryPolicy, withRetries } from '../retries.ts'
import { digestBody, type BodyDigest } from '../digest-body.ts'
import { requireTag } from '../s3/entity-tag.ts'
import { refused, unreached } from '../upload-failure.ts'
import { uploadFailed, type DestinationOptions, type Destination } from './destination.ts'

/** An address that accepts a PUT, such as a presigned one. */
export interface UploadAddress {
  /** The option that holds the address, for messages, such as `thumbnails[0].presigned_url`. */
  option: string
  /** A secret. */
  address: string
  /** Address of the file in the result; the address itself without its query by default. */
  location?: string
}

/**
 * Uploads an output to an address and reports that without its secret parts. Retries for about a minute in all. Rejects with
 * `UploadFailedError` when the address does not accept the file.
 */
export function toAddress(
  http: Pick<HttpClient, 'put'>,
  { option, address, location }: UploadAddress,
  retryPolicy = defaultRetryPolicy,
): Destination<{ location: string }> {
  const url = new URL(address)
  return {
    async write(body, options) {
      const digest = await digestBody(body, Infinity, options)
      const put = async () => {
        const timeoutMs = tryMsFor(retryPolicy, digest.sizeBytes)
        requireStored(await send(http, url, { body, digest, timeoutMs, ...options }), digest)
      }
      await withRetries(put, retryPolicy, options.signal).catch((error: unknown) => {
        options.signal.throwIfAborted()
        throw uploadFailed(option, error)
      })
      const { sizeBytes, sha256 } = digest
      return { location: location ?? url.origin + url.pathname, sizeBytes, sha256 }
    },
  }
}

interface SendOptions extends Pick<DestinationOptions, 'contentType' | 'signal'> {
  body: Body
  digest: BodyDigest
  timeoutMs: number
}

async function send(
  http: Pick<HttpClient, 'put'>,
  url: URL,
  { body, digest, contentType, timeoutMs, signal }: SendOptions,
): Promise<HttpResponse | HttpFailure> {
  // The length is sent because presigned URLs do not accept chunked requests.
  const headers = {
    'content-type': contentType,
    'content-length': String(sizeOf(body)),
    ...forAzure(url, digest),
  }
  const request = { headers, timeoutMs, signal }
  if ('bytes' in body) return http.put(url, { ...request, body: body.bytes })
  // The request fails with the stream, which may fail before anything listens to it.
  const bytes = openBody(body).on('error', () => undefined)
  try {
    return await http.put(url, { ...request, body: bytes })
  } finally {
    bytes.destroy()
  }
}

/** Returns the headers without which Azure accepts no blob, and the MD5 by which it checks one; for its own addresses only. */
function forAzure({ searchParams }: URL, { parts: [whole] }: BodyDigest): Record<string, string> {
  const isShared = searchParams.has('sig') && searchParams.has('sv')
  if (!isShared) return {}
  const md5 = Buffer.from(whole!.md5, 'hex').toString('base64')
  return { 'x-ms-blob-type': 'BlockBlob', 'content-md5': md5 }
}

function requireStored(answer: HttpResponse | HttpFailure, { parts: [whole] }: BodyDigest): void {
  if ('failure' in answer) throw unreached(answer.failure)
  const { status, headers, bodyStart } = answer
  const text = (name: string) => [headers[name]].flat()[0]
  if (status < 200 || status >= 300) {
    const code = text('x-ms-error-code') ?? /<Code>(\w+)<\/Code>/.exec(bodyStart)?.[1]
    throw refused(status, code)
  }
  // Elsewhere an entity tag can be anything.
  if (!text('x-amz-request-id')) return
  const confirmation = {
    ETag: text('etag'),
    ServerSideEncryption: text('x-amz-server-side-encryption'),
    SSECustomerAlgorithm: text('x-amz-server-side-encryption-customer-algorithm'),
  }
  requireTag(confirmation, whole!)
}
