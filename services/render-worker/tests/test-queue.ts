// A Redis with the render queue for tests of a worker.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals'
import { until } from '@render/testkit'
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import {
  connectFailFast,
  connectBlocking,
  createRenderFinder,
  createSubmitter,
  isFinished,
  toJobOptions,
  untilReady,
  type PrivateJobPart,
  type RenderJob,
  type WorkerSecrets,
} from '@render/jobs'
import type { Finished, RenderOutcome } from '@render/outputs'
import { startSingleRedis, type SingleServer } from '@render/local'
import { splitSecrets, resolveOptions, type GivenOptions } from '@render/options'
import { createOpen, createSeal, makeSealingKeys } from '@render/vault'

const PROJECT = 'prj_1'

export type TestQueue = Awaited<ReturnType<typeof startTestQueue>>

/**
 * Opens the render queue of a Redis for the test that runs: one Redis for the tests of the enclosing block, emptied before
 * each of them.
 */
export function useTestQueue(): TestQueue {
  const queue = {} as TestQueue
  let server: SingleServer
  beforeAll(async () => {
    server = await startSingleRedis()
  })
  beforeEach(async () => {
    Object.assign(queue, await openTestQueue(server))
    await queue.redis.flushall()
  })
  afterEach(async () => queue[Symbol.asyncDispose]())
  afterAll(async () => server[Symbol.asyncDispose]())
  return queue
}

export async function startTestQueue() {
  await using parts = new AsyncDisposableStack()
  const queue = parts.use(await openTestQueue(parts.use(await startSingleRedis())))
  const kept = parts.move()
  return { ...queue, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function openTestQueue({ url }: Pick<SingleServer, 'url'>) {
  await using parts = new AsyncDisposableStack()
  const redis = parts.adopt(connectFailFast(url), (redis) => redis.disconnect())
  const blocking = parts.adopt(connectBlocking(url), (redis) => redis.disconnect())
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
    blocking,
    finder,
    artefacts,
    privateKeys: [keys.privateKey],
    open: createOpen([keys.privateKey]),
    /** Encrypts the secrets of the project of all renders. */
    sealForProject: (secrets: WorkerSecrets) => seal(secrets, { projectId: PROJECT }),

    /** Disposes of a resource before the connections. */
    use: <T extends AsyncDisposable>(resource: T): T => kept.use(resource),

    /** Ends the lock of a worker that crashed at once. It would have expired by itself within ten seconds. */
    async expireLock(id: string): Promise<void> {
      const lock = `bull:renders:${id}:lock`
      const leftMs = await redis.pttl(lock)
      // It may have expired already, but there is no lock without an end (-1).
      expect(leftMs).not.toBe(-1)
      expect(leftMs).toBeLessThanOrEqual(10_000)
      await redis.del(lock)
    },

    /** Submits a render as the gateway does, and returns its id. */
    async submit(
      given: GivenOptions,
      {
        privatePart,
        ...before
      }: Partial<
        Pick<RenderJob, 'history' | 'postponed' | 'retried' | 'sealedForWorker' | 'sealedOptions' | 'upload'>
      > & { privatePart?: PrivateJobPart } = {},
      to?: string,
    ): Promise<string> {
      const id = randomUUIDv7()
      const { plain, sealed } = splitSecrets(resolveOptions(given))
      const common = {
        organisationId: 'org_1',
        projectId: PROJECT,
        requestId: `req-of-${id}`,
        createdAt: Date.now(),
        ...toJobOptions(plain),
      }
      const purpose = { projectId: PROJECT, id }
      const sealedOptions = seal(sealed.worker, purpose)
      const sealedPart = privatePart
        ? { sealedPlan: seal(privatePart, purpose), warnings: [] }
        : { warnings: ['from the gateway'] }
      const render = { ...common, sealedOptions, ...sealedPart, ...before }
      await submitter.submitAll([
        { id, render, record: { ...common, ...(to !== undefined && { queue: to }) } },
      ])
      return id
    },

    /** Resolves with the result of a render once it has ended. */
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
