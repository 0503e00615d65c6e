// Draws PDFs with a program of the system: the browser's headless shell cannot show them.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RenderError } from '@render/errors'
import { findOnPath } from './browser/executable.ts'
import type { LaunchSettings } from './browser/launch.ts'
import { asUser, lowEnvironment, lowUid } from './browser/low-privilege.ts'
import { createScratch, removeScratch } from './browser/scratch.ts'

/** What a page is drawn into, in pixels: so wide, and at most so high. */
interface Frame {
  width: number
  maxHeight: number
}

export interface Rasteriser {
  /**
   * The first page of a PDF as png.
   * @throws {RenderError} `NavigationError` when it cannot be drawn, or nothing is here to draw it with.
   */
  drawPdf(pdf: Buffer, frame: Frame, signal: AbortSignal): Promise<Buffer>
}

/** The best first: the words that make it draw the first page of a file to its standard output. */
const PROGRAMS: { name: string; words: (file: string, frame: Frame) => string[] }[] = [
  {
    name: 'pdftocairo',
    words: (file, { width, maxHeight }) => {
      const size = `-scale-to-x ${width} -scale-to-y -1 -x 0 -y 0 -W ${width} -H ${maxHeight}`
      return [...`-png -singlefile -f 1 -l 1 -cropbox ${size}`.split(' '), file, '-']
    },
  },
  {
    name: 'mutool',
    words: (file, { width, maxHeight }) => [
      ...`draw -q -F png -w ${width} -h ${maxHeight} -o -`.split(' '),
      file,
      '1',
    ],
  },
]

const MAX_MEMORY_BYTES = 1024 ** 3
const MAX_PNG_BYTES = 200 * 1024 ** 2

const run = promisify(execFile)

/** Looks for a program at each PDF: one that is installed later counts from then on. */
export function createRasteriser({
  chromiumUid,
  environment,
  enter = [],
  timeoutMs = 20_000,
}: Pick<LaunchSettings, 'chromiumUid' | 'environment' | 'enter'> & { timeoutMs?: number }): Rasteriser {
  return {
    async drawPdf(pdf, frame, signal) {
      const [found] = PROGRAMS.flatMap(({ name, words }) => {
        const path = findOnPath(name, environment.PATH)
        return path ? [{ path, words }] : []
      })
      if (!found) throw failure(MISSING)
      const uid = lowUid(chromiumUid)
      const scratch = await createScratch(uid)
      try {
        const file = join(scratch, 'page.pdf')
        await writeFile(file, pdf, { mode: 0o644 })
        const bounded = ['nice', '-n10', 'prlimit', `--as=${MAX_MEMORY_BYTES}`]
        const drawing = [found.path, ...found.words(file, frame)]
        const [program, ...words] = [...enter, ...asUser(uid), ...bounded, ...drawing]
        const { stdout } = await run(program!, words, {
          encoding: 'buffer',
          env: lowEnvironment(environment, join(scratch, 'home')),
          cwd: join(scratch, 'home'),
          maxBuffer: MAX_PNG_BYTES,
          timeout: timeoutMs,
          killSignal: 'SIGKILL',
          signal,
        })
        return stdout
      } catch (error) {
        throw failure('The first page of the PDF could not be drawn.', error)
      } finally {
        await removeScratch(scratch)
      }
    },
  }
}

const MISSING =
  'The address answered a PDF, and nothing is here to draw it with: the operator has to install pdftocairo (package poppler-utils) or mutool (mupdf-tools).'

function failure(message: string, cause?: unknown): RenderError {
  return new RenderError('NavigationError', { message, cause })
}
