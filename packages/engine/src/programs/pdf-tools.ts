// Rasterises, reads and converts PDFs with programs of the system, because the headless shell cannot show them.
import { RenderError } from '@render/errors'
import type { Readable } from 'node:stream'
import { findOnPath } from '../browser/executable.ts'
import type { LaunchSettings } from '../browser/launch.ts'
import { readGreyPages, type GreyPage } from './grey-pages.ts'
import { createRunProgram } from './run-program.ts'

/** The size of a picture in pixels: its width, and its height at most. */
interface RasterSize {
  width: number
  maxHeight: number
}

export interface PdfTools {
  /**
   * Rasterises the first page of a PDF as png.
   * @throws {RenderError} `NavigationError` when it cannot be rasterised or no program for it is installed.
   */
  rasterisePdf(pdf: Buffer, size: RasterSize, signal: AbortSignal): Promise<Buffer>
  /** Returns the number of pages of a PDF; undefined when it cannot be read or no program for it is installed. */
  countPages(pdf: Buffer, signal: AbortSignal): Promise<number | undefined>
  /** Returns the text of all pages and the title of a PDF; undefined when they cannot be read or no program for it is installed. */
  readText(pdf: Buffer, signal: AbortSignal): Promise<{ text: string; title: string } | undefined>
  /**
   * Returns a PDF with some pages of another, in its order.
   * @throws when that cannot be read or no program for it is installed.
   */
  keepPages(pdf: Buffer, numbers: readonly number[], signal: AbortSignal): Promise<Buffer>
  /**
   * Converts the first page of a PDF to SVG, in points, from one file into another.
   * @throws {RenderError} `EngineResponseNotOkError` when it cannot be converted or no program for it is installed.
   */
  convertToSvg(pdf: string, to: string, signal: AbortSignal): Promise<void>
  /**
   * Rasterises pages of a PDF in shades of grey: the first one in the given size, or some with few pixels.
   * @throws {RenderError} `EngineResponseNotOkError` when they cannot be rasterised or no program for it is installed.
   */
  rasteriseGrey(
    pdf: Readable,
    pages: { columns: number; rows: number } | { first: number; last: number },
    signal: AbortSignal,
  ): Promise<GreyPage[]>
}

/** The programs in order of preference, and the arguments that rasterise the first page of a file to standard output. */
const PROGRAMS: { name: string; args: (file: string, size: RasterSize) => string[] }[] = [
  {
    name: 'pdftocairo',
    args: (file, { width, maxHeight }) => {
      const size = `-scale-to-x ${width} -scale-to-y -1 -x 0 -y 0 -W ${width} -H ${maxHeight}`
      return [...`-png -singlefile -f 1 -l 1 -cropbox ${size}`.split(' '), file, '-']
    },
  },
  {
    name: 'mutool',
    args: (file, { width, maxHeight }) => [
      ...`draw -q -F png -w ${width} -h ${maxHeight} -o -`.split(' '),
      file,
      '1',
    ],
  },
]

/**
 * The programs that write the first page of a file as SVG to standard output. Only the first one keeps the colours of emoji
 * and shadows.
 */
const SVG_PROGRAMS: { name: string; args: (file: string) => string[] }[] = [
  { name: 'mutool', args: (file) => [...'draw -q -F svg -o -'.split(' '), file, '1'] },
  { name: 'pdftocairo', args: (file) => [...'-svg -f 1 -l 1'.split(' '), file, '-'] },
]

const MAX_MEMORY_BYTES = 1024 ** 3
const MAX_PNG_BYTES = 200 * 1024 ** 2
const MAX_TEXT_BYTES = 50 * 1024 ** 2

/** Creates tools that search for a program at each PDF, so that one installed later is found. */
export function createPdfTools({
  timeoutMs = 20_000,
  ...settings
}: Pick<LaunchSettings, 'chromiumUid' | 'environment' | 'enter'> & { timeoutMs?: number }): PdfTools {
  const runProgram = createRunProgram(settings)
  const limits = { timeoutMs, memoryBytes: MAX_MEMORY_BYTES, outputBytes: MAX_PNG_BYTES }
  const findFirst = <Program extends { name: string }>(programs: readonly Program[]) =>
    programs
      .map((program) => ({ ...program, path: findOnPath(program.name, settings.environment.PATH) }))
      .find(({ path }) => path !== undefined) as (Program & { path: string }) | undefined
  /** Returns what a program writes about a PDF; undefined when it fails or is not installed. */
  const runPoppler = async (name: string, more: string[], pdf: Buffer, signal: AbortSignal) => {
    const path = findOnPath(name, settings.environment.PATH)
    if (!path) return undefined
    return runProgram({
      path,
      args: (pathOf) => ['-enc', 'UTF-8', pathOf('page.pdf'), ...more],
      files: { 'page.pdf': pdf },
      limits: { ...limits, outputBytes: MAX_TEXT_BYTES },
      signal,
    }).then(String, () => undefined)
  }
  const readInfo = (pdf: Buffer, signal: AbortSignal) => runPoppler('pdfinfo', [], pdf, signal)
  return {
    async rasterisePdf(pdf, size, signal) {
      const found = findFirst(PROGRAMS)
      if (!found) throw failure(NO_RASTERISER)
      try {
        return await runProgram({
          path: found.path,
          args: (pathOf) => found.args(pathOf('page.pdf'), size),
          files: { 'page.pdf': pdf },
          limits,
          signal,
        })
      } catch (error) {
        throw failure('The first page of the PDF could not be drawn.', error)
      }
    },
    async countPages(pdf, signal) {
      const count = /^Pages:\s+(\d+)$/m.exec((await readInfo(pdf, signal)) ?? '')?.[1]
      return count === undefined ? undefined : Number(count)
    },
    async readText(pdf, signal) {
      const [text, info] = await Promise.all([
        runPoppler('pdftotext', ['-'], pdf, signal),
        readInfo(pdf, signal),
      ])
      if (text === undefined) return undefined
      return { text, title: /^Title:[ \t]*(.*)$/m.exec(info ?? '')?.[1]?.trim() ?? '' }
    },
    async keepPages(pdf, numbers, signal) {
      const path = findOnPath('qpdf', settings.environment.PATH)
      if (!path) throw new Error('qpdf is not installed.')
      const args = (pathOf: (name: string) => string) => [
        '--warning-exit-0',
        pathOf('page.pdf'),
        ...`--pages . ${numbers.join(',')} -- -`.split(' '),
      ]
      return runProgram({ path, args, files: { 'page.pdf': pdf }, limits, signal })
    },
    async convertToSvg(pdf, to, signal) {
      const found = findFirst(SVG_PROGRAMS)
      if (!found) throw new RenderError('EngineResponseNotOkError', { message: NO_SVG })
      const args = (pathOf: (name: string) => string) => found.args(pathOf('page.pdf'))
      await runProgram({ path: found.path, args, files: { 'page.pdf': { path: pdf } }, to, limits, signal })
    },
    async rasteriseGrey(pdf, pages, signal) {
      const path = findOnPath('pdftoppm', settings.environment.PATH)
      if (!path) throw new RenderError('EngineResponseNotOkError', { message: NO_GREY })
      const chosen =
        'rows' in pages
          ? `-f 1 -l 1 -scale-to-x ${pages.columns} -scale-to-y ${pages.rows}`
          : `-f ${pages.first} -l ${pages.last} -r 18`
      const args = () => ['-gray', ...chosen.split(' '), '-']
      return readGreyPages(await runProgram({ path, args, stdin: pdf, limits, signal }))
    },
  }
}

const NO_RASTERISER =
  'The URL returned a PDF, and no program to draw it is installed: the operator has to install pdftocairo (package poppler-utils) or mutool (mupdf-tools).'

const NO_SVG =
  'No program to draw SVG is installed: the operator has to install mutool (package mupdf-tools) or pdftocairo (poppler-utils).'
const NO_GREY =
  'No program to find empty pages is installed: the operator has to install pdftoppm (package poppler-utils).'

function failure(message: string, cause?: unknown): RenderError {
  return new RenderError('NavigationError', { message, cause })
}
