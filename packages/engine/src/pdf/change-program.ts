// The thread that changes a PDF, that the browser printed or that an untrusted server returned. Its changes are appended, so that tags and outline stay.
import { appendFile, copyFile, readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import {
  decodePDFRawStream,
  endMarkedContent,
  PDFDict,
  PDFDocument,
  type PDFEmbeddedPage,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOperator,
  PDFOperatorNames,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { changeXmp } from './change-xmp.ts'
import { limitDecoding } from './limit-decoding.ts'
import type { ChangeRequest, PdfChanges } from './pdf-changes.ts'

/** Marks what is not part of the document's text. */
const ARTIFACT = ['/Artifact', '<</Type /Pagination>>']

const METADATA = PDFName.of('Metadata')

const { from, to, changes } = workerData as ChangeRequest
const checkDecoding = limitDecoding()
const document = await PDFDocument.load(await readFile(from), {
  forIncrementalUpdate: true,
  updateMetadata: false,
})
checkDecoding()
const { context } = document
const snapshot = context.snapshot!
// With it the library looks for each changed object among all others; the changed ones are known here.
context.snapshot = undefined

writeInformation(changes.information)
if (Object.keys(changes.information).length > 0) writeXmp(changes.information)
const { userUnit, keptWidth, keptLeft = 0, overlays } = changes
if (userUnit !== undefined)
  for (const { node } of document.getPages()) node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit))
if (keptWidth !== undefined)
  for (const page of document.getPages()) page.setMediaBox(keptLeft, 0, keptWidth, page.getHeight())
if (overlays) await layOver(overlays)
// The browser writes the resources of a page into the page.
if (userUnit !== undefined || keptWidth !== undefined || overlays)
  for (const { ref } of document.getPages()) snapshot.markRefForSave(ref)
// The library writes a number of objects that is too small when the last one is not among the changes.
context.register(context.obj(null))
const appended = await document.saveIncremental(snapshot)
await copyFile(from, to)
await appendFile(to, appended)

function writeInformation(information: PdfChanges['information']): void {
  context.trailerInfo.Info ??= context.register(context.obj({}))
  const { Info, Root } = context.trailerInfo
  const entries = context.lookup(Info, PDFDict)
  for (const [name, text] of Object.entries(information)) {
    if (text === '') entries.delete(PDFName.of(name))
    else entries.set(PDFName.of(name), PDFHexString.fromText(text))
  }
  if (information.Title !== undefined)
    document.catalog.getOrCreateViewerPreferences().setDisplayDocTitle(true)
  for (const changed of [Info, Root]) if (changed instanceof PDFRef) snapshot.markRefForSave(changed)
}

/** Changes the XMP packet of the document, which viewers prefer to its information; one that cannot be changed is removed. */
function writeXmp(information: PdfChanges['information']): void {
  const { catalog } = document
  const packet = readXmp(catalog.lookup(METADATA))
  if (packet === undefined) return
  const changed = changeXmp(packet, information)
  if (changed === undefined) return void catalog.delete(METADATA)
  const stream = context.stream(Buffer.from(changed), { Type: 'Metadata', Subtype: 'XML' })
  const ref = context.register(stream)
  catalog.set(METADATA, ref)
  snapshot.markRefForSave(ref)
}

/** Returns the text of a packet, or an empty one that cannot be read; undefined without a packet. */
function readXmp(metadata: PDFObject | undefined): string | undefined {
  if (!metadata) return undefined
  try {
    return metadata instanceof PDFRawStream
      ? Buffer.from(decodePDFRawStream(metadata).decode()).toString()
      : ''
  } catch {
    return ''
  }
}

/** Draws the pages of PDFs over the pages. Screen readers skip them: the document's own tags stay as they are. */
async function layOver(paths: readonly string[]): Promise<void> {
  const drawings: PDFEmbeddedPage[] = []
  for (const path of paths) {
    const over = await PDFDocument.load(await readFile(path))
    drawings.push(...(await document.embedPages(over.getPages())))
  }
  for (const [index, page] of document.getPages().entries()) {
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ARTIFACT))
    page.drawPage(drawings[index]!, { x: keptLeft })
    page.pushOperators(endMarkedContent())
  }
}
