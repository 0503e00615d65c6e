import { availableParallelism } from 'node:os'
import { sendRequest } from '@render/testkit'
import sharp, { type Sharp } from 'sharp'
import { MIXED } from './origin.ts'
import type { Section } from './section.ts'
import type { Service } from './service-subject.ts'
import { median, timeInTurn } from './timing.ts'

const TIMES = 5
const TARGET = 1.2

/** The image library alone, on the browser's picture and with the worker's settings. */
const ENCODERS: Record<string, { quality: number; encode: (picture: Sharp, quality: number) => Sharp }> = {
  webp: { quality: 80, encode: (picture, quality) => picture.webp({ quality, effort: 2 }) },
  avif: { quality: 50, encode: (picture, quality) => picture.avif({ quality, effort: 0 }) },
}

/** Measures the worker's encoding time against the library alone in an idle process. */
export async function measureEncoding({
  service,
  site,
}: {
  service: Service
  site: string
}): Promise<Section> {
  sharp.concurrency(availableParallelism())
  const ratios: { format: string; alone: number; worker: number }[] = []
  for (const [format, { quality, encode }] of Object.entries(ENCODERS)) {
    const alone: number[] = []
    const worker: number[] = []
    for (const path of MIXED) {
      const url = site + path
      const { renderUrl } = await service.make({ url })
      const { body: picture } = await sendRequest(renderUrl)
      const inWorker: number[] = []
      const ms = await timeInTurn(TIMES, {
        alone: () => encode(sharp(picture), quality).toBuffer(),
        worker: async () => inWorker.push(await encodingMs(service, { url, format, quality })),
      })
      alone.push(ms.alone)
      worker.push(median(inWorker.slice(1)))
    }
    ratios.push({ format, alone: sum(alone), worker: sum(worker) })
  }
  return {
    title: `Encoding the pictures of ${MIXED.length} pages`,
    head: ['format', 'library alone ms', 'worker ms', 'ratio'],
    rows: ratios.map(({ format, alone, worker }) => [
      format,
      alone.toFixed(0),
      worker.toFixed(0),
      (worker / alone).toFixed(2),
    ]),
    targets: ratios.map(({ format, alone, worker }) => ({
      what: `${format} <= ${TARGET} of the library alone`,
      ratio: worker / alone,
      atMost: TARGET,
    })),
  }
}

/** Reads the encoding time that the worker reports. */
async function encodingMs(service: Service, options: object): Promise<number> {
  const { debug } = await service.make({ ...options, response_type: 'jsondebug' })
  const stages: { stage: string; ms: number }[] = debug.timings.stages
  return stages.find(({ stage }) => stage === 'encode-picture')!.ms
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
