// The thread that changes a PDF which the browser wrote. Its changes are appended, so that tags and outline stay.
import { readFile, writeFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import type { ChangeRequest, PdfChanges } from './pdf-changes.ts'

const { from, to, changes } = workerData as ChangeRequest
const document = await PDFDocument.load(await readFile(from), {
  forIncrementalUpdate: true,
  updateMetadata: false,
})
writeInformation(document, changes.information)
const { userUnit } = changes
if (userUnit !== undefined)
  for (const page of document.getPages()) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit))
await writeFile(to, await document.commit())

function writeInformation(pdf: PDFDocument, information: PdfChanges['information']): void {
  const entries = pdf.context.lookup(pdf.context.trailerInfo.Info, PDFDict)
  for (const [name, text] of Object.entries(information)) {
    if (text === '') entries.delete(PDFName.of(name))
    else entries.set(PDFName.of(name), PDFHexString.fromText(text))
  }
  if (information.Title !== undefined) pdf.catalog.getOrCreateViewerPreferences().setDisplayDocTitle(true)
}
