import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOn, ORIGIN_HOST } from './origin.ts'

/** A request that a bucket received. */
export interface BucketRequest {
  method: string
  /** Path as received. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

type Answer = (request: BucketRequest, res: ServerResponse) => void

/** A server with the API of buckets that accepts every signature, records all requests, and fails on demand. */
export interface BucketDouble extends AsyncDisposable {
  url: string
  requests: BucketRequest[]
  /** Bytes by path. */
  objects: Map<string, Buffer>
  /** Answers of the next requests, in order; undefined is a usual one. */
  answers: (Answer | undefined)[]
  /** Set to answer every request that has no answer above. */
  answer?: Answer
}

/** Answers with an error as buckets do. */
export function bucketError(status: number, code: string): Answer {
  return (_, res) => {
    const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>About sesame.</Message></Error>`
    res.writeHead(status, { 'content-type': 'application/xml' }).end(text)
  }
}

export async function startBucketDouble(): Promise<BucketDouble> {
  const parts = new Map<string, Buffer[]>()
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    void read(req).then(
      (request) => {
        double.requests.push(request)
        const answer = double.answers.shift() ?? double.answer ?? answerUsually
        answer(request, res)
      },
      // The client has cut the connection.
      () => undefined,
    )
  })
  const double: BucketDouble = { ...server, requests: [], objects: new Map(), answers: [] }
  return double

  function answerUsually(request: BucketRequest, res: ServerResponse): void {
    const { method, path, query, body } = request
    res.setHeader('x-amz-request-id', 'double')
    if (method === 'GET' || method === 'HEAD') return answerObject(request, res, double.objects.get(path))
    const upload = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) {
      parts.set(path, [])
      return answerXml(
        res,
        '<InitiateMultipartUploadResult><UploadId>an-upload</UploadId></InitiateMultipartUploadResult>',
      )
    }
    if (method === 'POST' && upload) {
      double.objects.set(path, Buffer.concat(parts.get(path) ?? []))
      return answerXml(
        res,
        '<CompleteMultipartUploadResult><ETag>"whole-2"</ETag></CompleteMultipartUploadResult>',
      )
    }
    if (method === 'DELETE') return void res.writeHead(204).end()
    if (upload) parts.get(path)![Number(query.get('partNumber')) - 1] = body
    else double.objects.set(path, body)
    res.writeHead(200, { etag: tagOf(body) }).end()
  }
}

async function read(req: IncomingMessage): Promise<BucketRequest> {
  const { pathname, searchParams } = new URL(req.url!, 'http://bucket')
  const { method, headers } = req
  return { method: method!, path: pathname, query: searchParams, headers, body: await buffer(req) }
}

/** Answers with an object, or with the part of it that is asked for; a HEAD of the bucket itself says that it exists. */
function answerObject(request: BucketRequest, res: ServerResponse, object: Buffer | undefined): void {
  const { method, path, headers } = request
  if (/^\/[^/]*\/?$/.test(path)) return void res.end()
  if (!object) return bucketError(404, 'NoSuchKey')(request, res)
  const [part, from, to] = /^bytes=(\d+)-(\d+)?$/.exec(headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = Number(to ?? object.length - 1)
  const bytes = object.subarray(start, end + 1)
  res.writeHead(part ? 206 : 200, {
    etag: tagOf(object),
    'last-modified': 'Wed, 04 Nov 2026 05:06:07 GMT',
    'content-length': bytes.length,
    ...(part && { 'content-range': `bytes ${start}-${end}/${object.length}` }),
  })
  res.end(method === 'HEAD' ? undefined : bytes)
}

function tagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

function answerXml(res: ServerResponse, text: string): void {
  res.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
}
