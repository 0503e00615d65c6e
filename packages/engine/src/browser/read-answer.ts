import { RenderError } from '@render/errors'
import type { CDPSession } from 'playwright-core'
import type { Held } from './intercept.ts'

const MEGABYTE = 1024 ** 2

/**
 * The body of a held answer, which can only be replaced afterwards.
 * @throws {RenderError} `NavigationError` when it is larger than it may be.
 */
export async function readAnswer(
  session: CDPSession,
  { requestId }: Held,
  maxMegabytes: number,
): Promise<Buffer> {
  const { stream: handle } = await session.send('Fetch.takeResponseBodyAsStream', { requestId })
  const parts: Buffer[] = []
  let bytes = 0
  let isOver = false
  while (!isOver) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: 4 * MEGABYTE })
    const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
    bytes += part.length
    if (bytes > maxMegabytes * MEGABYTE) {
      void session.send('IO.close', { handle }).catch(() => undefined)
      const message = `The address answered a file of more than ${maxMegabytes} MB.`
      throw new RenderError('NavigationError', { message })
    }
    parts.push(part)
    isOver = eof
  }
  return Buffer.concat(parts)
}
