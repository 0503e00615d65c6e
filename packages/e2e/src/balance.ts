import { sendRequest } from '@render/testkit'

export interface Gateway {
  url: string
  /** Responds 200 while the gateway accepts requests. */
  readyUrl: string
}

export interface Balancer extends Disposable {
  /** Returns the base URL of a ready gateway. */
  next(): string
}

const POLL_MS = 100

/** Balances over the gateways that were ready at the last poll, round robin. */
export function balance(gateways: readonly Gateway[]): Balancer {
  let ready: readonly Gateway[] = gateways.slice(0, 1)
  let next = 0
  async function poll(): Promise<void> {
    const answers = await Promise.all(
      gateways.map(({ readyUrl }) =>
        sendRequest(readyUrl, { signal: AbortSignal.timeout(1000) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    const found = gateways.filter((_, at) => answers[at])
    if (found.length > 0) ready = found
  }
  const timer = setInterval(() => void poll(), POLL_MS)
  return {
    next: () => ready[next++ % ready.length]!.url,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
