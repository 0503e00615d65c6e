import { POINTS_PER_INCH, sentPaper, DEFAULT_PAPER, type RenderOptions } from '@render/options'
import type { Outputs } from '../producer.ts'
import { outputOfPdf } from './pdf-output.ts'

/** Makes a PDF of one empty page in the size that the options name. */
export function mockPdf(options: RenderOptions): Promise<Outputs> {
  const { size = DEFAULT_PAPER } = sentPaper(options)
  const box = [0, 0, size.width * POINTS_PER_INCH, size.height * POINTS_PER_INCH]
    .map((side) => Number(side.toFixed(2)))
    .join(' ')
  const bytes = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] >>`,
  ])
  return Promise.resolve(outputOfPdf({ printed: { body: { bytes }, pages: 1 } }))
}

/** Writes a PDF of these objects; the first one is its catalogue. */
function writePdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const lines = objects.map((object, index) => {
    const line = `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return line
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
