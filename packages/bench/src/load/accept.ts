import { quantile } from '../timing.ts'
import type { LoadClient } from './client.ts'
import { isAccepted, latenciesOf, row, type Part } from './part.ts'
import { sendAtRate } from './send-at-rate.ts'

const PER_SECOND = 1000
const ACCEPT_P99_MS = 40
const POLL_P99_MS = 20

/** A queue without workers. */
export const IDLE_QUEUE = 'idle'
const MOCK = { html: '<h1>Hello</h1>', mock: true, width: 64, height: 64 }

/** Measures asynchronous creates without workers, then status polls, and mock renders for comparison. */
export async function measureAccept(client: LoadClient, seconds: number): Promise<Part> {
  const load = { perSecond: PER_SECOND, seconds }
  const post = (options: object) => () => client.post('/v1/render/async', { ...MOCK, ...options })
  await sendAtRate({ perSecond: PER_SECOND / 2, seconds: seconds / 2 }, post({ render_queue: IDLE_QUEUE }))

  const accepted = await sendAtRate(load, post({ render_queue: IDLE_QUEUE }))
  const ids = accepted.filter(isAccepted).map(({ reply }) => String(reply.body.renderId))
  const polled = await sendAtRate(load, (turn) => client.get(`/v1/render/${ids[turn % ids.length]}`))
  const besideMocks = await sendAtRate({ perSecond: PER_SECOND / 5, seconds }, post({}))

  return {
    rows: [
      row('accept, no renders made', load, accepted),
      row('status of waiting renders', load, polled),
      row('accept, mocks being made', { perSecond: PER_SECOND / 5, seconds }, besideMocks),
    ],
    targets: [
      {
        what: `asynchronous accept: all of ${PER_SECOND}/s taken, p99 <= ${ACCEPT_P99_MS} ms`,
        inTime: accepted.every(isAccepted) && quantile(latenciesOf(accepted), 0.99) <= ACCEPT_P99_MS,
      },
      {
        what: `status poll: all of ${PER_SECOND}/s answered, p99 <= ${POLL_P99_MS} ms`,
        inTime: polled.every(isAccepted) && quantile(latenciesOf(polled), 0.99) <= POLL_P99_MS,
      },
    ],
  }
}
