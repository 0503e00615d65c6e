import { signLink, startTestStack } from '@render/testkit'
import { startMeter } from '../meter.ts'
import { startBenchOrigin } from '../origin.ts'
import type { Section } from '../section.ts'
import { quantile } from '../timing.ts'
import { defaultSettings } from '../default-settings.ts'
import type { Reply } from './client.ts'
import { createLeanClient } from './lean-client.ts'
import { HEAD, isAccepted, latenciesOf, row } from './part.ts'
import { sendAtRate, sendInTurn, type Sent } from './send-at-rate.ts'

const PER_SECOND = 1500
const P99_MS = 25
/** Shares by which runs on one machine differ. */
const NOISE = { rate: 0.05, p99: 0.2 }
/** Keeps both cores busy; four times as many are a fifth faster, and wait three times as long. */
const CLOSED = 16
/** More than are in use while answers take less than the target: 1500/s of 25 ms are 38. */
const OPEN = 64
const LINKS = 100
const PAGES = ['/article', '/landing', '/images']

/**
 * Measures links whose results are cached, pictures as pages embed them, on one gateway: how many a second with a fixed
 * number of connections, then how long they take at the rate of the target.
 */
export async function measureLinks(seconds: number): Promise<Section> {
  await using origin = await startBenchOrigin()
  await using stack = await startTestStack({ environment: defaultSettings })
  const { baseUrl, publishableKey, secretKey } = stack.info
  const paths = Array.from({ length: LINKS }, (_, at) => {
    const picture = { thumb_width: '640', unique: String(at) }
    const url = origin.url + PAGES[at % PAGES.length]
    return signLink({ publishableKey, secretKey }, { url, ...picture }, { format: 'webp' })
  })
  using few = createLeanClient(baseUrl, CLOSED)
  using many = createLeanClient(baseUrl, OPEN)
  const get = (client: typeof few) => (turn: number) => client.get(paths[turn % LINKS]!)

  const made = await sendAtRate({ perSecond: 4, seconds: LINKS / 4 }, get(few))
  await sendInTurn({ parallel: CLOSED, seconds: seconds / 2 }, get(few))
  const meter = startMeter(() => [stack.processes.gateway.identity?.pid ?? []].flat())
  const ownCpu = process.cpuUsage()
  const closed = await sendInTurn({ parallel: CLOSED, seconds }, get(few))
  const { user, system } = process.cpuUsage(ownCpu)
  const { cpuSeconds } = meter.stop()
  const load = { perSecond: PER_SECOND, seconds }
  const open = await sendAtRate(load, get(many))

  const rate = closed.length / seconds
  const msEach = (cpuSeconds: number) => `${((1000 * cpuSeconds) / closed.length).toFixed(2)} ms`
  const sizes = made.map(({ reply }) => reply.sizeBytes)
  const notes = [
    `${Math.round(quantile(sizes, 0.5) / 1000)} kB each`,
    `CPU of the gateway ${msEach(cpuSeconds)}, of the load ${msEach((user + system) / 1e6)}`,
  ]
  return {
    title: 'Links that are cached, one gateway',
    head: HEAD,
    rows: [
      row(`HIT, ${CLOSED} connections in turn`, { perSecond: rate, seconds }, closed, notes.join('; ')),
      row(`HIT, open loop, ${OPEN} connections`, load, open),
    ],
    targets: [
      { what: 'links: all from the cache', holds: [...closed, ...open].every(isHit) },
      {
        what: `links: >= ${PER_SECOND}/s, ${CLOSED} at once`,
        figure: rate,
        atLeast: PER_SECOND,
        noise: NOISE.rate,
      },
      {
        what: `links: p99 <= ${P99_MS} ms at ${PER_SECOND}/s`,
        figure: quantile(latenciesOf(open), 0.99),
        atMost: P99_MS,
        noise: NOISE.p99,
      },
    ],
  }
}

function isHit(sent: Sent<Reply>): boolean {
  return isAccepted(sent) && sent.reply.cacheStatus === 'HIT'
}
