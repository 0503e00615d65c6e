import { quantile } from '../timing.ts'
import type { LoadClient } from './client.ts'
import { isAccepted, latenciesOf, row, type Part } from './part.ts'
import { measurePeak } from './peak.ts'
import { sendAtRate } from './send-at-rate.ts'

const TIMES = 5
const RATIO = 1.5

/** A page that mostly waits, so that it occupies slots but little CPU. */
const PAGE = { html: '<h1>Hello</h1>', delay: 1000 }

/** Measures a quiet project alone, and next to one that requests five times the capacity. */
export async function measureFairness(
  { noisy, quiet }: { noisy: LoadClient; quiet: LoadClient },
  seconds: number,
): Promise<Part> {
  const peak = await measurePeak(noisy, PAGE, 2 * seconds)
  const few = { perSecond: 2, seconds: 3 * seconds }
  const many = { perSecond: peak * TIMES, seconds: 4 * seconds }
  const sync = () => quiet.post('/v1/render/sync', PAGE)

  const alone = await sendAtRate(few, sync)
  const noise = sendAtRate(many, () => noisy.post('/v1/render/async', PAGE))
  await sendAtRate({ perSecond: 1, seconds }, sync)
  const beside = await sendAtRate(few, sync)
  const noisySent = await noise

  const ratio = quantile(latenciesOf(beside), 0.95) / quantile(latenciesOf(alone), 0.95)
  return {
    rows: [
      row('quiet project alone', few, alone, `peak ${peak.toFixed(1)} renders/s`),
      row('quiet project next to a noisy one', few, beside, `p95 is ${ratio.toFixed(2)} times that alone`),
      row('noisy project, five times peak', many, noisySent),
    ],
    targets: [
      {
        what: `fairness: p95 next to a noisy project <= ${RATIO} of that alone`,
        ratio,
        atMost: RATIO,
      },
      {
        what: 'fairness: all of the quiet project accepted',
        holds: [...alone, ...beside].every(isAccepted),
      },
    ],
  }
}
