import { ask } from '@render/testkit'

export interface Gateway {
  url: string
  /** Answers 200 while requests may be sent. */
  readyUrl: string
}

export interface Balancer extends Disposable {
  /** The base address of one that is ready. */
  next(): string
}

const LOOK_EVERY_MS = 100

/** Chooses among gateways as a balancer does: those that said lately that they are ready, one after the other. */
export function balance(gateways: readonly Gateway[]): Balancer {
  let ready: readonly Gateway[] = gateways.slice(0, 1)
  let turn = 0
  async function look(): Promise<void> {
    const answers = await Promise.all(
      gateways.map(({ readyUrl }) =>
        ask(readyUrl, { signal: AbortSignal.timeout(1000) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    const found = gateways.filter((_, at) => answers[at])
    if (found.length > 0) ready = found
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return {
    next: () => ready[turn++ % ready.length]!.url,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
