import { startMeter } from './meter.ts'
import { HUGE } from './origin.ts'
import type { Section } from './section.ts'
import type { Service } from './service-subject.ts'

const TARGET_BYTES = 1.5 * 1024 ** 3

/** Measures the peak memory of the worker and its browsers for a page of 100 000 pixels. */
export async function measureHugePage({
  service,
  site,
}: {
  service: Service
  site: string
}): Promise<Section> {
  const meter = startMeter(() => service.workerPids())
  const start = performance.now()
  const outcome = await service.make({ url: site + HUGE, full_page: true }).then(
    ({ width, height }) => `${width}x${height}`,
    (error: Error) => error.message,
  )
  const seconds = (performance.now() - start) / 1000
  const { peakMemoryBytes } = meter.stop()
  // A picture or a documented error.
  const isEnded = /^\d+x\d+$|: 4\d\d /.test(outcome)
  return {
    title: 'A page of 100 000 pixels',
    head: ['outcome', 's', 'peak MB of the worker'],
    rows: [[outcome, seconds.toFixed(1), (peakMemoryBytes / 1e6).toFixed(0)]],
    targets: [{ what: 'ends, in less than 1.5 GB', holds: isEnded && peakMemoryBytes < TARGET_BYTES }],
  }
}
