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
import { areAllRecorded, gatherEvidence } from './gather-evidence.ts'
import { createHistory, type RequestedRender, type History } from './history.ts'

/** A stack for fault tests, and a client that records its requests. */
export interface FaultWorld extends AsyncDisposable {
  readonly stack: FaultStack
  readonly origin: Origin
  readonly catcher: WebhookCatcher
  readonly history: History
  /** Requests a render from the first gateway. */
  create(options: object, settings?: { isSync?: boolean }): Promise<RequestedRender>
  /** Ends all faults; resolves when every process is ready. */
  heal(): Promise<void>
  /**
   * Heals and waits until every rule of `find-violations.ts` holds.
   * @throws {Error} with the violations.
   */
  check(timeoutMs?: number): Promise<void>
  /** Checks once more when late duplicates would have arrived. */
  checkForDuplicates(): Promise<void>
}

const POLL_MS = 250
/** Time within which duplicates arrive. */
const SETTLE_MS = 1000

export async function startFaultWorld(
  settings: Parameters<typeof startFaultStack>[0] = {},
): Promise<FaultWorld> {
  await using parts = new AsyncDisposableStack()
  const origin = parts.use(await startOrigin())
  const catcher = parts.use(await startWebhookCatcher())
  const stack = parts.use(await startFaultStack(settings))
  const { secretKey, baseUrl } = stack.info
  const history = createHistory({ secretKey, webhookUrl: catcher.url })
  const owned = parts.move()

  async function heal(): Promise<void> {
    for (const link of Object.values(stack.links).flatMap((links) => Object.values(links))) {
      link.poison({})
      link.thaw()
      await link.cut()
      await link.restore()
    }
    await Promise.all(Object.values(stack.processes).map((process) => process?.start()))
  }

  async function violations(): Promise<string[]> {
    try {
      return findViolations(await gatherEvidence(stack, history, catcher))
    } catch (error) {
      return [`The evidence cannot be read: ${error instanceof Error ? error.message : String(error)}`]
    }
  }

  /** Returns whether it is worth while to gather the evidence, which takes several requests for each render. */
  const isDue = () => areAllRecorded(stack, history).catch(() => false)

  return {
    stack,
    origin,
    catcher,
    history,
    create: (options, how) => history.create(baseUrl, options, how),
    heal,
    async check(timeoutMs = 100_000) {
      await heal()
      const end = performance.now() + timeoutMs
      while (performance.now() < end && !(await isDue())) await sleep(POLL_MS)
      let found = await violations()
      while (found.length > 0 && performance.now() < end) {
        await sleep(POLL_MS)
        found = await violations()
      }
      if (found.length > 0) throw new Error(found.join('\n'))
    },
    async checkForDuplicates() {
      await sleep(SETTLE_MS)
      const found = await violations()
      if (found.length > 0) throw new Error(found.join('\n'))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
