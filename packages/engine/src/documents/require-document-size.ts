import { RenderError } from '@render/errors'

/** The largest document that is made of text. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 ** 2

const TOO_LARGE = `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB.`

/** @throws {RenderError} `EngineResponseNotOkError` for a document of more than 50 MB. */
export function requireDocumentSize(bytes: number): void {
  if (bytes > MAX_DOCUMENT_BYTES) throw tooLargeDocument()
}

export function tooLargeDocument(): RenderError {
  return new RenderError('EngineResponseNotOkError', { message: TOO_LARGE })
}

/** Returns whether an error is that of a document of more than 50 MB. */
export function isTooLargeDocument(error: unknown): error is RenderError {
  return error instanceof RenderError && error.message === TOO_LARGE
}
