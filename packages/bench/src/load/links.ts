import { signLink, startTestStack } from '@render/testkit'
import { startBenchOrigin } from '../origin.ts'
import type { Section } from '../section.ts'
import { quantile } from '../timing.ts'
import { usualSettings } from '../usual-settings.ts'
import { createLoadClient } from './client.ts'
import { HEAD, isAccepted, latenciesOf, row } from './part.ts'
import { sendAtRate } from './send-at-rate.ts'

const PER_SECOND = 1500
const P99_MS = 25
const LINKS = 100
const PAGES = ['/article', '/landing', '/images']

/** Measures links whose results are cached: pictures as pages embed them. */
export async function measureLinks(seconds: number): Promise<Section> {
  await using origin = await startBenchOrigin()
  await using stack = await startTestStack({ environment: usualSettings })
  const { baseUrl, publishableKey, secretKey } = stack.info
  using client = createLoadClient(baseUrl, secretKey)
  const paths = Array.from({ length: LINKS }, (_, at) => {
    const picture = { thumb_width: '640', unique: String(at) }
    const url = origin.url + PAGES[at % PAGES.length]
    return signLink({ publishableKey, secretKey }, { url, ...picture }, { format: 'webp' })
  })
  const get = (turn: number) => client.get(paths[turn % LINKS]!)

  const made = await sendAtRate({ perSecond: 4, seconds: LINKS / 4 }, get)
  await sendAtRate({ perSecond: PER_SECOND / 2, seconds: seconds / 2 }, get)
  const load = { perSecond: PER_SECOND, seconds }
  const hits = await sendAtRate(load, get)
  const areHits = hits.every((sent) => isAccepted(sent) && sent.reply.cacheStatus === 'HIT')
  const sizes = made.map(({ reply }) => reply.sizeBytes)
  return {
    title: 'Links that are cached, open loop',
    head: HEAD,
    rows: [row('HIT', load, hits, `${Math.round(quantile(sizes, 0.5) / 1000)} kB each`)],
    targets: [
      {
        what: `links: all of ${PER_SECOND}/s from the cache, p99 <= ${P99_MS} ms`,
        inTime: areHits && quantile(latenciesOf(hits), 0.99) <= P99_MS,
      },
    ],
  }
}
