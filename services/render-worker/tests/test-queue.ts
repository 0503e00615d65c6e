// The queue around a worker: a Redis of its own, renders to put there, and what becomes of them.
import { until } from '@render/testkit'
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import {
  connectImpatiently,
  connectPatiently,
  createRenderFinder,
  createSubmitter,
  isFinished,
  untilReady,
  type Finished,
  type RenderJob,
  type RenderOutcome,
} from '@render/jobs'
import { startRedisAlone } from '@render/local'
import { partSecrets, resolveOptions, type GivenOptions } from '@render/options'
import { createOpen, createSeal, makeSealingKeys } from '@render/vault'

export type TestQueue = Awaited<ReturnType<typeof startTestQueue>>

export async function startTestQueue() {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await startRedisAlone())
  const redis = parts.adopt(connectImpatiently(url), (redis) => redis.disconnect())
  const patient = parts.adopt(connectPatiently(url), (redis) => redis.disconnect())
  await untilReady(redis)
  const submitter = parts.use(createSubmitter(redis))
  const finder = parts.use(createRenderFinder(redis))
  const artefacts = mkdtempSync(`${tmpdir()}/render-artefacts-`)
  parts.defer(() => rmSync(artefacts, { recursive: true, force: true }))
  const keys = await makeSealingKeys()
  const seal = createSeal(keys.publicKey)
  const kept = parts.move()

  return {
    url,
    redis,
    patient,
    finder,
    artefacts,
    privateKeys: [keys.privateKey],
    open: createOpen([keys.privateKey]),

    /** Submits a render as the gateway does and gives its id. */
    async submit(
      given: GivenOptions,
      before?: Pick<RenderJob, 'history' | 'postponed' | 'retried'>,
    ): Promise<string> {
      const id = randomUUIDv7()
      const { open, sealed } = partSecrets(resolveOptions(given))
      const common = {
        organisationId: 'org_1',
        projectId: 'prj_1',
        requestId: `req-of-${id}`,
        createdAt: Date.now(),
        options: open,
      }
      const sealedOptions = seal(sealed.worker)
      const render = { ...common, sealedOptions, warnings: ['from the gateway'], ...before }
      await submitter.submit({ id, render, record: common })
      return id
    },

    /** How a render ended, once it has. */
    async ended(id: string, timeoutMs = 60_000): Promise<Finished> {
      return until(async () => {
        const state = await finder.find(id)
        return state && isFinished(state) ? state : undefined
      }, timeoutMs)
    },

    async succeeded(id: string, timeoutMs?: number): Promise<RenderOutcome> {
      const state = await this.ended(id, timeoutMs)
      if (state.status === 'failed') throw new Error(`${state.error.code}: ${state.error.message}`)
      return state.outcome
    },

    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
