import type { Rows } from './probe.ts'
import { acting } from './rows/acting.ts'
import { appearance } from './rows/appearance.ts'
import { area } from './rows/area.ts'
import { blocking } from './rows/blocking.ts'
import { browsers } from './rows/browsers.ts'
import { colour } from './rows/colour.ts'
import { documents } from './rows/documents.ts'
import { failurePolicy } from './rows/failure.ts'
import { files } from './rows/files.ts'
import { finishing } from './rows/finishing.ts'
import { frames } from './rows/frames.ts'
import { fullPage } from './rows/full-page.ts'
import { hiding } from './rows/hiding.ts'
import { identity } from './rows/identity.ts'
import { listed } from './rows/listed.ts'
import { llm } from './rows/llm.ts'
import { markdown } from './rows/markdown.ts'
import { metadata } from './rows/metadata.ts'
import { network } from './rows/network.ts'
import { pageData } from './rows/page-data.ts'
import { pdf } from './rows/pdf.ts'
import { proxying } from './rows/proxying.ts'
import { readable } from './rows/readable.ts'
import { signing } from './rows/signing.ts'
import { source } from './rows/source.ts'
import { video } from './rows/video.ts'
import { videoScrolling } from './rows/video-scrolling.ts'
import { viewport } from './rows/viewport.ts'
import { waitingFor } from './rows/waiting-for.ts'
import { waiting } from './rows/waiting.ts'
import { watermark } from './rows/watermark.ts'

/** The rows of all options. Each group has a test file of its name, so that several groups run at the same time. */
export const groups = {
  acting: [acting],
  appearance: [appearance, browsers, colour],
  area: [viewport, area, fullPage],
  blocking: [blocking, listed],
  data: [metadata, pageData, frames],
  documents: [documents, readable],
  failure: [failurePolicy],
  finishing: [finishing, files],
  hiding: [hiding],
  llm: [llm],
  loading: [source, network, proxying, signing, identity],
  markdown: [markdown],
  pdf: [pdf],
  video: [video, videoScrolling],
  waiting: [waiting, waitingFor],
  watermark: [watermark],
} satisfies Record<string, Rows[]>

export type Group = keyof typeof groups
