import { defaultVideoLimits } from '../src/video/video-limits.ts'
import { defaultPageLimits } from '../src/page-limits.ts'
import type { RenderScope } from '../src/page-context.ts'
import { defaultBounds } from '../src/picture-limits.ts'
import type { PdfTools } from '../src/programs/pdf-tools.ts'
import { createScratch } from '../src/scratch/render-scratch.ts'

const missing = (part: string) => () => Promise.reject(new Error(`no ${part}`))

/** Stands for a machine without any of the programs that open PDFs. */
export const noPdfTools: PdfTools = {
  rasterisePdf: missing('program'),
  convertToSvg: missing('program'),
  rasteriseGrey: missing('program'),
  keepPages: missing('program'),
  countPages: missing('program'),
  readText: missing('program'),
}

/** Stands for a machine without a network, and without programs that open PDFs or encode videos. */
export const noMachine = {
  bounds: defaultBounds,
  pageLimits: defaultPageLimits,
  http: { download: missing('network'), request: missing('network') },
  pdfTools: noPdfTools,
  encode: missing('program'),
  videoLimits: defaultVideoLimits,
  serviceMark: '',
  upstreamProxies: { services: {}, vantagePoints: {} },
}

/** Returns what a page context starts with, for code that comes to no browser. */
export const noScope = (): RenderScope => ({
  ...noMachine,
  signal: new AbortController().signal,
  cpuSemaphore: { run: (_, task) => task(() => undefined) },
  printSemaphore: (task) => task(() => undefined),
  reservePixels: missing('memory'),
  scratch: createScratch({ quotaBytes: 0 }),
  target: {},
  openTab: missing('browser'),
})
