import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOn, ORIGIN_HOST } from './origin.ts'

export interface CaughtEvent {
  headers: Record<string, string | string[] | undefined>
  /** The raw body, as it was signed. */
  body: string
}

export interface WebhookCatcher extends AsyncDisposable {
  url: string
  caught: CaughtEvent[]
  /** Statuses of the next responses, in order; 200 when the list is empty. */
  answers: number[]
  /** Waits until at least `count` events were received. */
  untilCaught(count: number, timeoutMs?: number): Promise<CaughtEvent[]>
}

/** Starts a webhook receiver that records its deliveries. */
export async function startWebhookCatcher(): Promise<WebhookCatcher> {
  const caught: CaughtEvent[] = []
  const answers: number[] = []
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    void text(req).then((body) => {
      caught.push({ headers: req.headers, body })
      res.writeHead(answers.shift() ?? 200).end()
    })
  })
  return {
    ...server,
    url: `${server.url}/hook`,
    caught,
    answers,
    async untilCaught(count, timeoutMs = 100_000) {
      const end = performance.now() + timeoutMs
      while (caught.length < count) {
        if (performance.now() > end)
          throw new Error(`Received ${caught.length} of ${count} events within ${timeoutMs} ms.`)
        await sleep(20)
      }
      return caught
    },
  }
}
