// Answers to what Node refuses before there is a request. Without a listener it answers with a status line alone.
import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RenderError, type ErrorCode } from '@render/errors'
import { errorEnvelope, headerText } from './envelope.ts'

/** Makes the answer to a request that cannot be read. */
export type RefuseRequest = (error: RenderError, requestId: string) => { status: number; body: object }

interface ClientErrorSettings {
  /** Makes the answer. Default: the error envelope. */
  refuse?: RefuseRequest
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

/** Time in which a client can read the answer, although it still sends. */
const LINGER_MS = 1000

/** Answers requests that cannot be read with a JSON error, and closes their connections. */
export function answerClientErrors(
  server: Server,
  underWay: ReadonlySet<ServerResponse>,
  { refuse = answerEnvelope, log }: ClientErrorSettings,
): void {
  server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    // The rest of a refused request is refused again.
    if (socket.writableEnded) return
    const hasBegun = [...underWay].some((res) => res.req.socket === socket && res.headersSent)
    if (!socket.writable || hasBegun) return void socket.destroy(cause)
    const code = errors[cause.code ?? ''] ?? 'MalformedRequest'
    const error = new RenderError(code, code === 'InvalidQuery' ? { message: INVALID_TARGET } : {})
    const requestId = randomUUIDv7()
    const { status, body } = refuse(error, requestId)
    socket.end(rawAnswer(status, body, { requestId, message: error.message }))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
    log?.info({ requestId, client: socket.remoteAddress, status, code }, 'request')
  })
}

function answerEnvelope(error: RenderError, requestId: string): ReturnType<RefuseRequest> {
  return { status: error.status, body: errorEnvelope(error.toPlain(), requestId) }
}

function rawAnswer(status: number, body: object, sent: { requestId: string; message: string }): string {
  const json = JSON.stringify(body)
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Cache-Control: no-store',
    `x-service-request-id: ${sent.requestId}`,
    `x-service-error-message: ${headerText(sent.message)}`,
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${json}`
}
