import { open, type FileHandle } from 'node:fs/promises'

/** Bytes to read of an object: more than the few entries that are looked for. */
const OBJECT_BYTES = 4096
/** The trailer of a file, with the position of its table of objects. */
const TAIL_BYTES = 2048
/** Bytes of each line of the table. */
const LINE_BYTES = 20

/** Counts the pages of a PDF that the browser wrote: one table of objects, no object streams. */
export async function countPages(path: string): Promise<number> {
  await using file = await open(path)
  const { size } = await file.stat()
  const tail = await textAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
  const table = Number(found(/startxref\s+(\d+)\s+%%EOF\s*$/, tail))
  const head = await textAt(file, table, 64)
  const firstLine = table + found(/^(xref\s+0 \d+ ?\r?\n)/, head).length
  const objectAt = async (id: string): Promise<string> => {
    const line = await textAt(file, firstLine + Number(id) * LINE_BYTES, LINE_BYTES)
    return textAt(file, Number(found(/^(\d{10}) \d{5} n/, line)), OBJECT_BYTES)
  }
  const catalogue = await objectAt(found(/\/Root (\d+) 0 R/, tail.slice(tail.lastIndexOf('trailer'))))
  const pages = await objectAt(found(/\/Pages (\d+) 0 R/, catalogue))
  return Number(found(/\/Count (\d+)/, pages))
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
