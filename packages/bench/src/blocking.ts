import { startMeter } from './meter.ts'
import { HINDERED } from './origin.ts'
import type { Section } from './section.ts'
import type { Service } from './service-subject.ts'
import { median } from './timing.ts'

const MAX_MS = 25

const WAYS = { without: {}, blocking: { block_ads: true, hide_cookie_banners: true } }

/** Pages and the number of renders with and without blocking. */
const TIMES = { '/landing': 25, '/images': 15, [HINDERED]: 3 }

interface Cost {
  /** Median per render. */
  ms: number
  /** Mean over the service and its browsers. */
  cpuMs: number
}
type Costs = Record<keyof typeof WAYS, Cost>

/** Measures the cost of filter lists on pages without matches and the time they save on pages that wait for ads. */
export async function measureBlocking({
  service,
  site,
}: {
  service: Service
  site: string
}): Promise<Section> {
  const pages: Record<string, Costs> = {}
  for (const [path, times] of Object.entries(TIMES)) pages[path] = await measure(service, site + path, times)
  const addedMs = (path: keyof typeof TIMES) => pages[path]!.blocking.ms - pages[path]!.without.ms
  return {
    title: 'Blocking by filter lists',
    head: ['page', 'without ms', 'blocking ms', 'without CPU-ms', 'blocking CPU-ms'],
    rows: Object.entries(pages).map(([path, { without, blocking }]) => [
      path,
      without.ms.toFixed(0),
      blocking.ms.toFixed(0),
      without.cpuMs.toFixed(0),
      blocking.cpuMs.toFixed(0),
    ]),
    targets: [
      { what: `adds <= ${MAX_MS} ms to the landing page`, inTime: addedMs('/landing') <= MAX_MS },
      { what: 'saves time where a page waits for what is on the lists', holds: addedMs(HINDERED) < 0 },
    ],
  }
}

/** Renders a page with and without blocking in turn, after one warm-up each. */
async function measure(service: Service, url: string, times: number): Promise<Costs> {
  const taken: Record<string, Cost[]> = {}
  for (let time = 0; time <= times; time++) {
    for (const [way, options] of Object.entries(WAYS)) {
      const meter = startMeter(() => service.pids())
      const start = performance.now()
      await service.make({ url, ...options })
      const ms = performance.now() - start
      const cpuMs = meter.stop().cpuSeconds * 1000
      if (time > 0) (taken[way] ??= []).push({ ms, cpuMs })
    }
  }
  const costs = Object.entries(taken).map(([way, each]) => [
    way,
    {
      ms: median(each.map(({ ms }) => ms)),
      cpuMs: each.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / each.length,
    },
  ])
  return Object.fromEntries(costs) as Costs
}
