// A gateway with all that it needs: a real Redis, workers without a browser, and a fake management.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBlocking, createWorker, optionsOf, type JobOf } from '@render/jobs'
import type { RenderOutcome, StoredFile } from '@render/outputs'
import { freePort, startSingleRedis } from '@render/local'
import { readConfig } from '@render/runtime'
import { createStore, makeArtefactKey } from '@render/storage'
import { sendRequest, startDnsServer, startToxicProxy } from '@render/testkit'
import { createOpen, makeSealingKeys } from '@render/vault'
import { environment } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { startManagement } from './management.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
type RenderWork = (job: JobOf<'renders'>, signal: AbortSignal) => Promise<RenderOutcome>

/** An address that the gateway allows. */
export const ALLOWED_URL = 'http://127.0.1.1:8000/page'

/** Limits that slow and full machines do not reach. */
const ANY_MACHINE = { MIN_FREE_MEMORY_PERCENT: '0', MIN_FREE_DISK_PERCENT: '0', MAX_EVENT_LOOP_MS: '0' }

/** Ids of stored versions stay possible. */
const ANY_TIME = { RECORD_DAYS: '36500' }

const ZONE: Record<string, string> = { 'public.com': '8.8.8.8', 'inside.com': '10.0.0.1' }

/** Starts the gateway and all that it needs; `overrides` are environment variables of the gateway. */
export async function startWorld(overrides: Record<string, string> = {}) {
  await using starting = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  starting.defer(() => rm(folder, { recursive: true, force: true }))
  const store = starting.use(createStore({ STORAGE_PATH: folder }))

  const redis = starting.use(await startSingleRedis())
  const { hostname, port: redisPort, password } = new URL(redis.url)
  const redisLink = starting.use(await startToxicProxy(() => ({ host: hostname, port: Number(redisPort) })))
  const management = starting.use(await startManagement())
  const names = starting.use(
    await startDnsServer((name, type) => {
      if (name.endsWith('.silent.com')) return undefined
      const data = type === 'A' ? ZONE[name] : undefined
      return data ? { records: [{ type: 'A', data }] } : { rcode: 3 }
    }),
  )
  const [workerKeys, dispatcherKeys] = [await makeSealingKeys(), await makeSealingKeys()]

  const workerRedis = starting.adopt(connectBlocking(redis.url), (connection) => connection.disconnect())
  const work: { render: RenderWork; renderBatch: RenderWork } = { render: succeed, renderBatch: succeed }
  starting.use(
    createWorker('renders', workerRedis, (job, _token, signal) => work.render(job, signal), {
      concurrency: 20,
    }),
  )

  starting.use(
    createWorker('renders', workerRedis, (job, _token, signal) => work.renderBatch(job, signal), {
      concurrency: 1,
      queue: 'batch',
    }),
  )

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    LOG_LEVEL: 'silent',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
    PUBLIC_URL: url,
    REDIS_URL: `redis://:${password}@127.0.0.1:${redisLink.port}`,
    STORAGE_PATH: folder,
    MANAGEMENT_INTERNAL_URL: management.url,
    MANAGEMENT_TOKEN: management.token,
    WORKER_PUBLIC_KEY: JSON.stringify(workerKeys.publicKey),
    DISPATCHER_PUBLIC_KEY: JSON.stringify(dispatcherKeys.publicKey),
    EGRESS_ALLOW: '127.0.1.0/24',
    DNS_SERVERS: names.address,
    RENDER_QUEUES: 'batch',
    // No load balancer has to notice that this gateway stops.
    LAME_DUCK_MS: '0',
    ...ANY_MACHINE,
    ...ANY_TIME,
    ...overrides,
  }
  const gateway = starting.use(await startService(readConfig(environment, variables)))
  /** Returns the environment of another gateway with the same Redis and management. */
  const anotherEnvironment = async () => ({
    ...variables,
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
  })
  const key = management.addKey()

  /** Is the default of `work.render`. Writes a file of eleven bytes. */
  async function succeed(job: JobOf<'renders'>): Promise<RenderOutcome & { artefact: StoredFile }> {
    const body = Buffer.from('the picture')
    const { width = 0, height = 0 } = optionsOf(job.data)
    const artefactKey = makeArtefactKey('png')
    await store.write(artefactKey, { bytes: body }, { contentType: 'image/png' })
    return {
      artefact: { key: artefactKey, contentType: 'image/png', sizeBytes: body.length, sha256: '' },
      width,
      height,
      bandwidthBytes: 7,
      renderTimeMs: 12.4,
      queueTimeMs: 3.6,
      startedAt: Date.now(),
      endedAt: Date.now(),
      attempts: 1,
      renderedBy: 'a-worker',
      warnings: job.data.warnings,
      engine: { version: 'stable', browserVersion: '1.2.3', stages: [{ stage: 'capture', ms: 5 }] },
    }
  }

  const started = starting.move()
  return {
    url,
    key,
    gateway,
    metricsUrl: `http://127.0.0.1:${gateway.metricsPort}`,
    redis,
    redisLink,
    management,
    store,
    work,
    succeed,
    openAsWorker: createOpen([workerKeys.privateKey]),
    openAsDispatcher: createOpen([dispatcherKeys.privateKey]),
    anotherEnvironment,
    startAnother: async (differing: Record<string, string> = {}) =>
      startService(readConfig(environment, { ...(await anotherEnvironment()), ...differing })),
    /** POSTs options as JSON with a valid key. */
    post: (path: string, options: object, init: RequestInit = {}) =>
      sendRequest(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(options),
        ...init,
      }),
    ask: (path: string, init: RequestInit = {}) => sendRequest(url + path, init),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
