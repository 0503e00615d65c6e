import { RenderError } from '@render/errors'

/** The largest document that is made of text. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 ** 2

/** The error of a document of more than 50 MB. */
export class DocumentTooLarge extends RenderError {
  constructor() {
    const message = `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB.`
    super('EngineResponseNotOkError', { message })
  }
}

/** @throws {DocumentTooLarge} for a document of more than 50 MB. */
export function requireDocumentSize(bytes: number): void {
  if (bytes > MAX_DOCUMENT_BYTES) throw new DocumentTooLarge()
}
