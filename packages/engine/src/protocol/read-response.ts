import { RenderError } from '@render/errors'
import type { CDPSession } from 'playwright-core'
import type { Held } from './intercept.ts'

const READ_BYTES = 4 * 1024 ** 2

/**
 * Reads the body of a held response. The response can only be replaced afterwards, not continued.
 * @throws {RenderError} `NavigationError` when the body is larger than `maxBytes`.
 */
export async function readResponse(
  session: CDPSession,
  { requestId }: Held,
  maxBytes: number,
): Promise<Buffer> {
  const { stream: handle } = await session.send('Fetch.takeResponseBodyAsStream', { requestId })
  const parts: Buffer[] = []
  let bytes = 0
  let isOver = false
  while (!isOver) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: READ_BYTES })
    const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
    bytes += part.length
    if (bytes > maxBytes) {
      void session.send('IO.close', { handle }).catch(() => undefined)
      const message = `The response of the server is larger than the limit of ${maxBytes} bytes.`
      throw new RenderError('NavigationError', { message })
    }
    parts.push(part)
    isOver = eof
  }
  return Buffer.concat(parts)
}
