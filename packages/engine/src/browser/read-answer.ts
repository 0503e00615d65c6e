import { RenderError } from '@render/errors'
import type { CDPSession } from 'playwright-core'
import type { Held } from './intercept.ts'

const READ_BYTES = 4 * 1024 ** 2

/**
 * The body of a held answer, which can only be replaced afterwards.
 * @throws {RenderError} `NavigationError` when it is larger than it may be.
 */
export async function readAnswer(
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
      const message = `The address answered a file of more than ${maxBytes} bytes.`
      throw new RenderError('NavigationError', { message })
    }
    parts.push(part)
    isOver = eof
  }
  return Buffer.concat(parts)
}
