/** Returns a PDF of two pages: the first green with a blue tenth at the bottom, the second red. Sizes in points. */
export function makePdf(width: number, height: number, attributes = ''): Buffer {
  const box = `/MediaBox [0 0 ${width} ${height}] ${attributes}`
  const fill = (colour: string, tall: number) => `${colour} rg 0 0 ${width} ${tall} re f`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>',
    `<< /Type /Page /Parent 2 0 R ${box} /Contents 4 0 R >>`,
    stream(`${fill('0 1 0', height)} ${fill('0 0 1', height / 10)}`),
    `<< /Type /Page /Parent 2 0 R ${box} /Contents 6 0 R >>`,
    stream(fill('1 0 0', height)),
  ])
}

function stream(content: string): string {
  return `<< /Length ${content.length} >> stream\n${content}\nendstream`
}

/** Writes the objects and the cross-reference table. */
function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = file.length
    file += `${index + 1} 0 obj ${object} endobj\n`
    return start
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  return Buffer.from(
    `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}
