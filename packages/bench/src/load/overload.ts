import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../timing.ts'
import type { LoadClient, Reply } from './client.ts'
import { isAccepted, latenciesOf, row, type Part } from './part.ts'
import { measurePeak } from './peak.ts'
import { sendAtRate, type Load, type Sent } from './send-at-rate.ts'

const TIMES = 5
const GOODPUT = 0.9
const REFUSAL_P99_MS = 20
const RECOVERY_SECONDS = 60
/** Allowed increase of the latency of a steady load after recovery. */
const RECOVERED = 1.5

const PAGE = { html: '<h1>Hello</h1><p>A small page.</p>' }

interface Overloaded {
  client: LoadClient
  /** Returns the number of renders that have succeeded so far. */
  succeeded: () => Promise<number>
}

/** Measures five times the capacity, between two steady loads of half the capacity. */
export async function measureOverload({ client, succeeded }: Overloaded, seconds: number): Promise<Part> {
  await measurePeak(client, PAGE, seconds / 2)
  const peak = await measurePeak(client, PAGE, seconds)
  const steady = { perSecond: peak / 2, seconds }
  const over = { perSecond: peak * TIMES, seconds: 4 * seconds }
  const sync = () => client.post('/v1/render/sync', PAGE)

  const before = await sendAtRate(steady, sync)
  const goodput = watchGoodput(succeeded, seconds)
  const sent = await sendAtRate(over, () => client.post('/v1/render/async', PAGE))
  const shares = (await goodput.stop()).map((perSecond) => perSecond / peak)
  const recovery = await recover(steady, sync, RECOVERED * p95(before))
  const lost = await countLost(client, sent)

  const refused = sent.filter((one) => !isAccepted(one))
  const refusalP99 = quantile(latenciesOf(refused), 0.99)
  const least = Math.min(...shares)
  const haveRetryAfter = refused.every(
    ({ reply }) => [429, 503].includes(reply.status) && Number(reply.retryAfter) > 0,
  )
  return {
    rows: [
      row('steady, synchronous', steady, before, `peak ${peak.toFixed(1)} renders/s`),
      row(
        'overload, five times the peak',
        over,
        sent,
        `goodput ${shares.map((share) => share.toFixed(2)).join(' and ')} of peak`,
      ),
      row(
        'refusals during overload',
        over,
        refused.map(asTaken),
        haveRetryAfter ? 'all with Retry-After' : 'not all with Retry-After',
      ),
      row(
        'steady again',
        steady,
        recovery.last,
        `recovered in ${recovery.seconds.toFixed(0)} s, ${lost} lost`,
      ),
    ],
    targets: [
      { what: `overload: goodput >= ${GOODPUT} of peak throughout`, ratio: least, atLeast: GOODPUT },
      { what: 'overload: refusals with Retry-After', holds: refused.length > 0 && haveRetryAfter },
      {
        what: `overload: refusals with p99 <= ${REFUSAL_P99_MS} ms`,
        inTime: refusalP99 <= REFUSAL_P99_MS,
      },
      {
        what: `overload: recovery within ${RECOVERY_SECONDS} s`,
        holds: recovery.seconds <= RECOVERY_SECONDS,
      },
      { what: 'overload: none lost', holds: lost === 0 },
    ],
  }
}

function p95(sent: Sent<Reply>[]): number {
  return quantile(latenciesOf(sent), 0.95)
}

/** Marks a refusal as accepted, because an overload test expects refusals. */
function asTaken({ reply, ...sent }: Sent<Reply>): Sent<Reply> {
  return { ...sent, reply: { ...reply, status: 200 } }
}

/** Returns renders per second in windows, after one window in which the slots fill. */
function watchGoodput(succeeded: () => Promise<number>, seconds: number) {
  const looks: Promise<{ at: number; count: number }>[] = []
  const look = async () => ({ at: performance.now(), count: await succeeded() })
  looks.push(look())
  const timer = setInterval(() => looks.push(look()), seconds * 1000)
  return {
    async stop(): Promise<number[]> {
      clearInterval(timer)
      const [, ...seen] = await Promise.all(looks)
      return seen
        .slice(1)
        .map(({ at, count }, index) => (1000 * (count - seen[index]!.count)) / (at - seen[index]!.at))
    },
  }
}

/** Sends a steady load until its latency is normal again. */
async function recover(steady: Load, sync: () => Promise<Reply>, longestP95Ms: number) {
  const start = performance.now()
  for (;;) {
    const begunSeconds = (performance.now() - start) / 1000
    const last = await sendAtRate(steady, sync)
    const isRecovered = last.every(isAccepted) && p95(last) <= longestP95Ms
    if (isRecovered || begunSeconds > RECOVERY_SECONDS)
      return { seconds: isRecovered ? begunSeconds : Infinity, last }
  }
}

/** Returns the accepted renders that did not succeed. */
async function countLost(client: LoadClient, sent: Sent<Reply>[]): Promise<number> {
  const end = performance.now() + RECOVERY_SECONDS * 1000
  let open = sent.filter(isAccepted).map(({ reply }) => String(reply.body.renderId))
  while (open.length > 0 && performance.now() < end) {
    const left: string[] = []
    for (const id of open) {
      const { body } = await client.get(`/v1/render/${id}`)
      if (body?.status !== 'succeeded') left.push(id)
    }
    open = left
    if (open.length > 0) await sleep(500)
  }
  return open.length
}
