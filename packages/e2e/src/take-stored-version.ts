// `node packages/e2e/src/take-stored-version.ts FILE`: writes to FILE what this version stores in Redis and Postgres, in the
// form of `StoredVersion` of the testkit, so that tests of later versions can process it.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { query, sendRequest, startFaultStack, startOrigin, until } from '@render/testkit'
import { Redis } from 'ioredis'

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url))
const RECEIVER = 'http://127.0.1.77:18977/hook?token=of-the-receiver'
/** Keys that say nothing about a render, or that only the version that writes them reads. */
const LEFT_OUT =
  /:(meta|events|stalled-check|stalled)$|^(rate|used|reserved|outstanding|render-(capacity|turns|progress)|queue-mark|receiver)/

const file = process.argv[2]
if (!file) throw new Error('Name the file to write.')
await using origin = await startOrigin()
await using stack = await startFaultStack({
  environment: { RENDER_QUEUES: 'batch', WEBHOOK_RETRY_DELAYS: '1h' },
})
const redis = new Redis(stack.redisUrl)
const { 'render-worker': worker, 'webhook-dispatcher': dispatcher, management } = stack.processes
const secrets = JSON.parse(readFileSync(`${stack.info.directories.state}/secrets.json`, 'utf8'))

/** Sends a request to the Render API, with an `Idempotency-Key` if one is given. */
async function post(path: string, body: object, key?: string) {
  const { status, body: answer } = await sendRequest(`${stack.info.baseUrl}/v1/render/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stack.info.secretKey}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  if (status !== 201) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(answer)}`)
  return answer
}

async function readValue(key: string, type: string): Promise<unknown> {
  if (type === 'hash') return redis.hgetall(key)
  if (type === 'list') return redis.lrange(key, 0, -1)
  if (type === 'set') return redis.smembers(key)
  if (type === 'zset') return redis.zrange(key, '0', '-1', 'WITHSCORES')
  return redis.get(key)
}

/** Returns what Redis has. */
async function dump(): Promise<object[]> {
  const keys = (await redis.keys('*')).filter((key) => !LEFT_OUT.test(key)).toSorted()
  return Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key)
      return { key, type, value: await readValue(key, type) }
    }),
  )
}

async function takeWaiting(): Promise<object> {
  const { status } = await sendRequest(
    `${stack.info.managementUrl}/organisation/org_first/projects/proj_first/webhook-tests`,
    {
      method: 'POST',
      headers: { 'x-api-key': stack.info.organisationKey, 'content-type': 'application/json' },
      body: JSON.stringify({ url: RECEIVER }),
    },
  )
  if (status !== 200) throw new Error(`webhook-tests was answered with ${status}.`)
  const retried = { url: `${origin.url}/status-500`, retry_on: ['5xx'], retry_delay_ms: 60_000 }
  const { renderId: deferred } = await post('async', retried)
  await until(() => redis.zscore('bull:renders:delayed', deferred))
  await worker.stop()
  const deferredEvent = await until(async () => (await redis.zrange('bull:webhooks:delayed', '0', '0'))[0])
  await dispatcher.stop()
  const options = {
    url: `${origin.url}/red?token=of-the-page`,
    width: '300',
    render_queue: 'batch',
    custom_id: 'order-8',
  }
  const inNamedQueue = await post('async', options, 'the-same-request')
  const request = { renders: [{ html: '<p>one' }, { html: '<p>two', width: 640 }] }
  const batch = await post('batch', request, 'the-same-batch')
  return {
    token: secrets.gatewayToken,
    inNamedQueue: { id: inNamedQueue.renderId, key: 'the-same-request', options },
    batch: {
      id: batch.batchId,
      renderIds: batch.renders.map(({ renderId }: { renderId: string }) => renderId),
      key: 'the-same-batch',
      request,
    },
    deferred,
    deferredEvent,
    redis: await dump(),
  }
}

const sideFiles = {
  html: '<body style="margin:0;height:900px">',
  width: 320,
  height: 200,
  full_page: true,
  full_page_slices: true,
  thumbnails: [{ width: 160 }],
  custom_id: 'order-7',
  webhook_url: RECEIVER,
}

async function takeQueued(): Promise<object> {
  await redis.flushall()
  const plain = await post('async', {
    url: `${origin.url}/red?token=of-the-page`,
    width: 300,
    retry_on: ['5xx', 'crash'],
    retry_with: [{ width: 400 }],
    retry_delay_ms: 100,
  })
  const withSideFiles = await post('async', sideFiles)
  return { plain: plain.renderId, withSideFiles: withSideFiles.renderId, redis: await dump() }
}

async function takeEnded(): Promise<{ rendered: object; recorded: object }> {
  await redis.flushall()
  await management.stop()
  await worker.start()
  const { renderId: succeeded } = await post('async', sideFiles)
  const failing = { url: `${origin.url}/reset`, custom_id: 'order-7', webhook_url: RECEIVER }
  const { renderId: failed } = await post('async', failing)
  await until(async () => (await redis.llen('bull:records:wait')) === 2)
  await worker.stop()
  const rendered = { succeeded, failed, redis: await dump() }
  await management.start()
  const rows = await until(async () => {
    const found = await query(stack.databaseUrl, 'select * from renders where id = any($1)', [
      [succeeded, failed],
    ])
    return found.length === 2 ? found : undefined
  })
  await until(async () => (await redis.llen('bull:webhooks:wait')) === 2)
  return { rendered, recorded: { succeeded, failed, redis: await dump(), rows } }
}

const waiting = await takeWaiting()
const queued = await takeQueued()
const ended = await takeEnded()
const version = {
  workerKey: secrets.workerKeys.privateKey,
  dispatcherKey: secrets.dispatcherKeys.privateKey,
  receiver: RECEIVER,
  queued,
  ...ended,
  waiting,
}
// Stack traces name files of this checkout.
writeFileSync(file, `${JSON.stringify(version, undefined, 2)}\n`.replaceAll(CHECKOUT, ''))
redis.disconnect()
