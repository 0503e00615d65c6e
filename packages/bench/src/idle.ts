import { setTimeout as sleep } from 'node:timers/promises'
import { startMeter } from './meter.ts'
import type { Section } from './section.ts'
import type { Service } from './service-subject.ts'

/** After what was measured before. */
const REST_MS = 10_000
const IDLE_SECONDS = 60
const TARGET_MS = 10
const NOISE = 0.1

/** Measures what the whole stack uses while nobody asks for anything. */
export async function measureIdle({ service }: { service: Service }): Promise<Section> {
  await sleep(REST_MS)
  const meters = Object.entries(service.processes()).map(
    ([name, pid]) => [name, startMeter(() => [pid])] as const,
  )
  await sleep(IDLE_SECONDS * 1000)
  const used = meters.map(([name, meter]) => [name, (meter.stop().cpuSeconds * 1000) / IDLE_SECONDS] as const)
  const total = used.reduce((sum, [, ms]) => sum + ms, 0)
  return {
    title: 'The whole stack while nobody asks for anything',
    head: ['process', 'CPU ms a second'],
    rows: [...used, ['all', total] as const].map(([name, ms]) => [name, ms.toFixed(1)]),
    targets: [
      {
        what: `idle stack: less than ${TARGET_MS} ms of CPU a second`,
        figure: total,
        atMost: TARGET_MS,
        noise: NOISE,
      },
    ],
  }
}
