import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { RenderError } from '@render/errors'
import type { CDPSession } from 'playwright-core'
import { noPageSelected } from './crop.ts'

export interface PrintSettings {
  scale: number
  printBackground: boolean
  generateTaggedPDF: boolean
  generateDocumentOutline: boolean
  /** Such as `1-3,5`; all pages when empty. */
  pageRanges: string
  /** Inches; for pages whose rules name no size. */
  paperWidth: number
  paperHeight: number
}

/** Margins come from rules of the page. */
const NO_MARGINS = { marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 }

/** The largest PDF. */
const MAX_BYTES = 200 * 1024 ** 2
const PART_BYTES = 1024 ** 2

/**
 * Prints the page of a session into a file.
 * @throws {RenderError} `InvalidOptions` for pages that do not exist or have no room, `EngineResponseNotOkError` for more
 *   than 200 MB and for what the browser cannot print.
 */
export async function print(session: CDPSession, path: string, settings: PrintSettings): Promise<void> {
  const printing = session.send('Page.printToPDF', {
    ...settings,
    ...NO_MARGINS,
    preferCSSPageSize: true,
    transferMode: 'ReturnAsStream',
  })
  const { stream } = await printing.catch((error: Error) => {
    throw refusedPrint(error.message) ?? error
  })
  await pipeline(parts(session, stream!), createWriteStream(path))
}

async function* parts(session: CDPSession, handle: string): AsyncGenerator<Buffer> {
  try {
    for (let bytes = 0, isOver = false; !isOver;) {
      const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: PART_BYTES })
      const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
      bytes += part.length
      if (bytes > MAX_BYTES) throw tooLarge()
      yield part
      isOver = eof
    }
  } finally {
    await session.send('IO.close', { handle }).catch(() => undefined)
  }
}

function tooLarge(): RenderError {
  return new RenderError('EngineResponseNotOkError', {
    message: `The PDF is larger than ${MAX_BYTES / 1024 ** 2} MB.`,
  })
}

/** Returns the error for what the browser refuses because of the page. */
function refusedPrint(message: string): RenderError | undefined {
  if (message.includes('Page range exceeds page count')) return noPageSelected()
  if (message.includes('content area is empty'))
    return RenderError.forOption('pdf_margin', '"pdf_margin" values leave no printable area on the paper.')
  if (message.includes('Printing failed'))
    return new RenderError('EngineResponseNotOkError', {
      message: 'The browser could not print the page: it is too complex.',
    })
  return undefined
}
