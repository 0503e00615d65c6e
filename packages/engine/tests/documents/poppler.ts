import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'

const run = promisify(execFile)

interface Word {
  text: string
  /** Points from the left and the top of its page. */
  xMin: number
  yMin: number
  xMax: number
  yMax: number
}

/** A bookmark with those below it. */
type Bookmark = [title: string, below: Bookmark[]]

type Size = [width: number, height: number]

export interface PdfFile extends AsyncDisposable {
  /** The facts that `pdfinfo` prints, by name. */
  info: Record<string, string>
  pages: number
  /** Points; of the first page. */
  size: Size
  /** Points; of each page. */
  sizes: Size[]
  /** Returns the words of each page. */
  words(): Promise<Word[][]>
  /** Returns the text of each page. */
  texts(): Promise<string[]>
  /** Returns the tags of the document with their text. */
  structure(): Promise<string>
  /** Returns the bookmarks, as qpdf reads them. */
  outline(): Promise<Bookmark[]>
  /** Returns the language, and whether viewers show the title, from the catalogue. */
  catalogue(): Promise<{ language?: string; showsTitle?: boolean }>
  /** Returns the XMP packet; empty without one. */
  xmp(): Promise<string>
  /** Returns the number of glyphs that are drawn on the first page; a ligature is one. */
  countGlyphs(): Promise<number>
  /** Returns the number of pictures on all pages. */
  countPictures(): Promise<number>
  /** Draws a page, by default the first one, with this many pixels per inch. */
  draw(dpi: number, page?: number): Promise<Buffer>
}

/** Reads a PDF with the programs of poppler. */
export async function readPdf(body: Buffer): Promise<PdfFile> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  const path = join(folder, 'file.pdf')
  await writeFile(path, body)
  const { stdout } = await run('pdfinfo', ['-f', '1', '-l', '-1', path])
  const info = Object.fromEntries(
    stdout.split('\n').map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]),
  )
  const sizes = [...stdout.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+)/gm)]
  const [size, ...others] = sizes.map(([, ...each]) => toSize(each))
  return {
    info,
    pages: Number(info.Pages),
    size: size!,
    sizes: [size!, ...others],
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
    async outline() {
      const { stdout: json } = await run('qpdf', ['--json', '--json-key=outlines', path])
      return toBookmarks((JSON.parse(json) as { outlines: Entry[] }).outlines)
    },
    async catalogue() {
      const { catalog } = await PDFDocument.load(body, { updateMetadata: false })
      return {
        language: catalog.lookup(PDFName.of('Lang'))?.toString(),
        showsTitle: catalog.getViewerPreferences()?.getDisplayDocTitle(),
      }
    },
    async xmp() {
      return (await run('pdfinfo', ['-meta', path])).stdout
    },
    async countGlyphs() {
      const { stdout: svg } = await run('pdftocairo', ['-svg', '-f', '1', '-l', '1', path, '-'])
      return [...svg.matchAll(/<use [^>]*href="#glyph/g)].length
    },
    async countPictures() {
      // Two lines of titles come first.
      return (await run('pdfimages', ['-list', path])).stdout.trim().split('\n').length - 2
    },
    async draw(dpi, page = 1) {
      const which = ['-f', String(page), '-singlefile']
      await run('pdftoppm', ['-png', ...which, '-r', String(dpi), path, join(folder, 'page')])
      return readFile(join(folder, 'page.png'))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

interface Entry {
  title: string
  kids: Entry[]
}

function toBookmarks(entries: Entry[]): Bookmark[] {
  return entries.map(({ title, kids }) => [title.replace(/^u:/, ''), toBookmarks(kids)])
}

function toSize([width = '', height = '']: readonly string[]): Size {
  return [Number.parseFloat(width), Number.parseFloat(height)]
}

const WORD = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g

function readWord([, xMin, yMin, xMax, yMax, text = '']: RegExpMatchArray): Word {
  return { text, xMin: Number(xMin), yMin: Number(yMin), xMax: Number(xMax), yMax: Number(yMax) }
}
