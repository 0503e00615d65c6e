import type { Producer } from '../producer.ts'
import { outputOfDocument, type DocumentType } from './document-output.ts'

const HTML = '<!DOCTYPE html><html><head><title>Mock</title></head><body></body></html>'

const CONTENTS = {
  html: HTML,
  mhtml: [
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="mock"',
    '',
    '--mock',
    'Content-Type: text/html; charset=utf-8',
    'Content-Location: about:blank',
    '',
    HTML,
    '--mock--',
    '',
  ].join('\r\n'),
  md: '# Mock\n',
} satisfies Record<DocumentType, string>

/** Makes an empty document. */
export function mockDocument(type: DocumentType): Producer['mock'] {
  return (options) =>
    Promise.resolve(outputOfDocument(type)({ body: { bytes: Buffer.from(CONTENTS[type]) } }, options))
}
