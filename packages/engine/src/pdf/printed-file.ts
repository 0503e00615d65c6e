import { open, type FileHandle } from 'node:fs/promises'

/** Bytes to read of an object at first; a page names each drawing on it before its own size. */
const OBJECT_BYTES = 32 * 1024
const MAX_OBJECT_BYTES = 32 * 1024 ** 2
const OBJECT_END = 'endobj'
/** The trailer of a file, with the position of its table of objects. */
const TAIL_BYTES = 2048
/** Bytes of each line of the table. */
const LINE_BYTES = 20

/** A page of a PDF, in points. */
export interface PageSize {
  width: number
  height: number
}

/** A PDF that the browser wrote: one table of objects, no object streams. */
export interface PrintedFile extends AsyncDisposable {
  /** Returns the number of its pages. */
  countPages(): Promise<number>
  /** Returns the size of each page. */
  readSizes(): Promise<PageSize[]>
}

export async function openPrinted(path: string): Promise<PrintedFile> {
  const file = await open(path)
  const { size } = await file.stat()
  const tail = await textAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
  const table = Number(found(/startxref\s+(\d+)\s+%%EOF\s*$/, tail))
  const head = await textAt(file, table, 64)
  const firstLine = table + found(/^(xref\s+0 \d+ ?\r?\n)/, head).length
  const objectAt = async (id: string): Promise<string> => {
    const line = await textAt(file, firstLine + Number(id) * LINE_BYTES, LINE_BYTES)
    const position = Number(found(/^(\d{10}) \d{5} n/, line))
    for (let length = OBJECT_BYTES; length <= MAX_OBJECT_BYTES; length *= 4) {
      const text = await textAt(file, position, length)
      const end = text.indexOf(OBJECT_END)
      if (end >= 0) return text.slice(0, end)
    }
    throw new Error(`The browser's PDF has an object of more than ${MAX_OBJECT_BYTES} bytes.`)
  }
  const catalogue = await objectAt(found(/\/Root (\d+) 0 R/, tail.slice(tail.lastIndexOf('trailer'))))
  const root = found(/\/Pages (\d+) 0 R/, catalogue)

  async function sizesUnder(id: string): Promise<PageSize[]> {
    const object = await objectAt(id)
    const kids = /\/Kids \[([^\]]*)\]/.exec(object)?.[1]
    if (kids === undefined) {
      const [left = 0, bottom = 0, right = 0, top = 0] = found(/\/MediaBox \[([^\]]*)\]/, object)
        .trim()
        .split(/\s+/)
        .map(Number)
      return [{ width: right - left, height: top - bottom }]
    }
    const sizes: PageSize[] = []
    for (const [, kid] of kids.matchAll(/(\d+) 0 R/g)) sizes.push(...(await sizesUnder(kid!)))
    return sizes
  }

  return {
    countPages: async () => Number(found(/\/Count (\d+)/, await objectAt(root))),
    readSizes: () => sizesUnder(root),
    [Symbol.asyncDispose]: () => file.close(),
  }
}

function found(form: RegExp, text: string): string {
  const match = form.exec(text)
  if (!match) throw new Error(`The browser's PDF has no ${form.source}.`)
  return match[1]!
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position })
  return buffer.toString('latin1', 0, bytesRead)
}
