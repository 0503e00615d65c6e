import {
  startFaultStack,
  startOrigin,
  startWebhookCatcher,
  type FaultStack,
  type Origin,
  type WebhookCatcher,
} from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { findViolations } from './find-violations.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { createHistory, type AskedRender, type History } from './history.ts'

/** A stack that is going to suffer, and a client that remembers what it asked of it. */
export interface FaultWorld extends AsyncDisposable {
  readonly stack: FaultStack
  readonly origin: Origin
  readonly catcher: WebhookCatcher
  readonly history: History
  /** Asks the first gateway for a render. */
  create(options: object, settings?: { isSync?: boolean }): Promise<AskedRender>
  /** Ends all that is done to the stack; resolves when every part is ready. */
  heal(): Promise<void>
  /** Heals, waits until every rule of `find-violations.ts` holds, and looks once more. Throws what does not hold. */
  check(timeoutMs?: number): Promise<void>
}

/** What comes twice has come by then. */
const AFTERMATH_MS = 1000

export async function startFaultWorld(
  settings: Parameters<typeof startFaultStack>[0] = {},
): Promise<FaultWorld> {
  await using parts = new AsyncDisposableStack()
  const origin = parts.use(await startOrigin())
  const catcher = parts.use(await startWebhookCatcher())
  const stack = parts.use(await startFaultStack(settings))
  const { secretKey, baseUrl } = stack.info
  const history = createHistory({ secretKey, webhookUrl: catcher.url })
  const kept = parts.move()

  async function heal(): Promise<void> {
    for (const link of Object.values(stack.links).flatMap((links) => Object.values(links))) {
      link.poison({})
      link.thaw()
      await link.cut()
      await link.mend()
    }
    await Promise.all(Object.values(stack.processes).map((process) => process?.start()))
  }

  async function violations(): Promise<string[]> {
    try {
      return findViolations(await gatherEvidence(stack, history, catcher))
    } catch (error) {
      return [`The evidence cannot be had: ${error instanceof Error ? error.message : String(error)}`]
    }
  }

  return {
    stack,
    origin,
    catcher,
    history,
    create: (options, how) => history.create(baseUrl, options, how),
    heal,
    async check(timeoutMs = 60_000) {
      await heal()
      const end = performance.now() + timeoutMs
      let found = await violations()
      while (found.length > 0 && performance.now() < end) {
        await sleep(500)
        found = await violations()
      }
      await sleep(AFTERMATH_MS)
      found = found.length > 0 ? found : await violations()
      if (found.length > 0) throw new Error(found.join('\n'))
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
