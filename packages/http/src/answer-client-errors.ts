// Answers requests that Node rejects before it emits them. Without a listener Node sends only a status line.
import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RenderError, type ErrorCode } from '@render/errors'
import { errorEnvelope, headerText } from './envelope.ts'
import { legacyNames } from './legacy-prefix.ts'

/** Makes the answer to a request that cannot be read. */
export type RefuseRequest = (error: RenderError, requestId: string) => { status: number; body: object }

interface ClientErrorSettings {
  /** Makes the answer. Default: the error envelope. */
  refuse?: RefuseRequest
  /** Second prefix that our headers are sent under; none when empty. */
  legacyPrefix?: string
  /** Gets one line for each answer. */
  log?: { info(details: object, message: string): void }
}

/** Errors by the codes of Node; all others are `MalformedRequest`. */
const errors: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BodyTooLarge',
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  HPE_INVALID_URL: 'InvalidQuery',
}
const INVALID_TARGET =
  'The path or the query has a character that must be percent-encoded: send "é" as %C3%A9.'

const REQUEST_ID = 'x-service-request-id'

/** Time in which a client can read the answer, although it still sends. */
const LINGER_MS = 1000

/** Answers requests that cannot be read with a JSON error, and closes their connections. */
export function answerClientErrors(
  server: Server,
  underWay: ReadonlySet<ServerResponse>,
  { refuse = answerEnvelope, log, legacyPrefix = '' }: ClientErrorSettings,
): void {
  const legacyName = legacyNames(legacyPrefix)
  const refused = new WeakSet<Socket>()
  server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    // The rest of a refused request is refused again.
    if (socket.writableEnded || refused.has(socket)) return
    refused.add(socket)
    const hasLeft = socket.bytesRead === 0 || cause.code === 'HPE_INVALID_EOF_STATE'
    if (hasLeft || !socket.writable) return void socket.destroy(cause)
    const responses = [...underWay].filter((res) => res.req.socket === socket)
    // An answer now would be read as that to the complete request before this one.
    const before = responses.findLast((res) => res.req.complete)
    if (before) return void before.once('close', () => socket.destroy())
    const [own] = responses
    if (own?.headersSent) return void socket.destroy(cause)
    const code = errors[cause.code ?? ''] ?? 'MalformedRequest'
    const error = new RenderError(code, code === 'InvalidQuery' ? { message: INVALID_TARGET } : {})
    const requestId = own?.getHeader(REQUEST_ID)?.toString() ?? randomUUIDv7()
    const { status, body } = refuse(error, requestId)
    const ours = { [REQUEST_ID]: requestId, 'x-service-error-message': headerText(error.message) }
    const older = Object.entries(ours).flatMap(([name, value]) => {
      const second = legacyName(name)
      return second === undefined ? [] : [[second, value] as const]
    })
    socket.end(rawAnswer(status, body, { ...ours, ...Object.fromEntries(older) }))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
    // A request whose head was read is logged with the others.
    if (!own) log?.info({ requestId, client: socket.remoteAddress, status, code }, 'request')
  })
}

function answerEnvelope(error: RenderError, requestId: string): ReturnType<RefuseRequest> {
  return { status: error.status, body: errorEnvelope(error.toPlain(), requestId) }
}

function rawAnswer(status: number, body: object, ours: Record<string, string>): string {
  const json = JSON.stringify(body)
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Cache-Control: no-store',
    ...Object.entries(ours).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${json}`
}
