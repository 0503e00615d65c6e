import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Word {
  text: string
  /** Points from the left and the top of its page. */
  xMin: number
  yMin: number
  xMax: number
  yMax: number
}

export interface PdfFile extends AsyncDisposable {
  /** The facts that `pdfinfo` prints, by name. */
  info: Record<string, string>
  pages: number
  /** Points; of the first page. */
  size: [width: number, height: number]
  /** Returns the words of each page. */
  words(): Promise<Word[][]>
  /** Returns the text of each page. */
  texts(): Promise<string[]>
  /** Returns the tags of the document with their text. */
  structure(): Promise<string>
  /** Draws a page, by default the first one, with this many pixels per inch. */
  draw(dpi: number, page?: number): Promise<Buffer>
}

/** Reads a PDF with the programs of poppler. */
export async function readPdf(body: Buffer): Promise<PdfFile> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  const path = join(folder, 'file.pdf')
  await writeFile(path, body)
  const { stdout } = await run('pdfinfo', [path])
  const info = Object.fromEntries(
    stdout.split('\n').map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]),
  )
  const [width = 0, height = 0] = info['Page size']!.split(' x ').map(Number.parseFloat)
  return {
    info,
    pages: Number(info.Pages),
    size: [width, height],
    async words() {
      const { stdout: xml } = await run('pdftotext', ['-bbox', path, '-'])
      return xml
        .split('<page ')
        .slice(1)
        .map((page) => [...page.matchAll(WORD)].map(readWord))
    },
    async texts() {
      const { stdout: text } = await run('pdftotext', ['-layout', path, '-'])
      return text.split('\f').slice(0, -1)
    },
    async structure() {
      return (await run('pdfinfo', ['-struct-text', path])).stdout
    },
    async draw(dpi, page = 1) {
      const which = ['-f', String(page), '-singlefile']
      await run('pdftoppm', ['-png', ...which, '-r', String(dpi), path, join(folder, 'page')])
      return readFile(join(folder, 'page.png'))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const WORD = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g

function readWord([, xMin, yMin, xMax, yMax, text = '']: RegExpMatchArray): Word {
  return { text, xMin: Number(xMin), yMin: Number(yMin), xMax: Number(xMax), yMax: Number(yMax) }
}
