import { RenderError } from '@render/errors'

/** The largest document that is made of text. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 ** 2

/** @throws {RenderError} `EngineResponseNotOkError` for a document of more than 50 MB. */
export function requireDocumentSize(bytes: number): void {
  if (bytes > MAX_DOCUMENT_BYTES) throw tooLargeDocument()
}

export function tooLargeDocument(): RenderError {
  return new RenderError('EngineResponseNotOkError', {
    message: `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB.`,
  })
}
