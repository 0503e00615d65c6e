import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  sendRequest,
  startBucketDouble,
  startHeldSite,
  startS3Server,
  startToxicProxy,
  until,
  type S3Server,
  type ToxicProxy,
} from '@render/testkit'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 180_000

/** After each test the history is checked: one record, one artefact that is served, one event, one unit of usage. */
describe('artefacts in a bucket', () => {
  const parts = new AsyncDisposableStack()
  const environment: Record<string, string> = { ARTEFACT_STORE: 's3' }
  let bucket: S3Server
  let link: ToxicProxy

  beforeAll(async () => {
    bucket = parts.use(await startS3Server('artefacts'))
    const { hostname: host, port } = new URL(bucket.url)
    link = parts.use(await startToxicProxy(() => ({ host, port: Number(port) })))
    Object.assign(environment, {
      ARTEFACT_S3_BUCKET: bucket.bucket,
      ARTEFACT_S3_ENDPOINT: `http://127.0.0.1:${link.port}`,
      ARTEFACT_S3_ACCESS_KEY_ID: bucket.accessKeyId,
      ARTEFACT_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    })
  })
  const world = useFaultWorld({ environment })
  afterAll(() => parts.disposeAsync())

  /** Each attempt renders different pixels, so that the artefact identifies its attempt. */
  const drawn = '<h1></h1><script>document.querySelector("h1").textContent = Math.random()</script>'
  const statusOf = async (renderId: string) =>
    (await sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)).body

  async function countObjects(): Promise<number> {
    const list = await (await fetch(`${bucket.url}/${bucket.bucket}?list-type=2`)).text()
    return list.split('<Key>').length - 1
  }

  test(
    'X02 the worker is killed once the bucket has the file, and before it knows',
    async () => {
      const before = await countObjects()
      const stored = link.trap((request) => request.startsWith('PUT /artefacts/'), 'after')
      const { renderId } = await world.create({ html: drawn })
      await stored
      await until(async () => (await countObjects()) === before + 1)
      world.stack.processes['render-worker'].kill('SIGKILL')
      await until(async () => (await statusOf(renderId!)).status === 'succeeded', 60_000)
      // Each attempt wrote its own file; that of the lost one is swept with its day.
      expect(await countObjects()).toBe(before + 2)
    },
    TIMEOUT_MS,
  )

  test(
    'A-S3-13 the worker is killed once a bucket of the caller has the file, and before it knows',
    async () => {
      const double = parts.use(await startBucketDouble())
      const stored = Promise.withResolvers<void>()
      // The bucket has the file, and its answer never comes.
      double.answer = ({ path, body }) => {
        double.objects.set(path, body)
        stored.resolve()
      }
      const keys = { s3_key: 'AKIA', s3_secret: 'secret', s3_bucket: 'pictures', s3_endpoint: double.url }
      const { renderId } = await world.create({ html: drawn, use_s3: true, s3_path: 'a/b', ...keys })
      await stored.promise
      const [first] = double.objects.values()
      world.stack.processes['render-worker'].kill('SIGKILL')
      double.answer = undefined
      await until(async () => (await statusOf(renderId!)).status === 'succeeded', 60_000)
      const [object, ...others] = double.objects
      expect([object![0], others, object![1].equals(first!)]).toEqual(['/pictures/a/b.png', [], false])
    },
    TIMEOUT_MS,
  )

  test(
    'X23 the bucket is unavailable: a render fails, no further job is taken, and work resumes once it is back',
    async () => {
      const { workerMetrics } = world.stack.info.ports
      const takesJobs = async () =>
        (await sendRequest(`http://127.0.0.1:${workerMetrics}/ready`)).body.parts['taking jobs']
      await using site = await startHeldSite('<p>Too late.<img src="/held">')
      const { renderId } = await world.create({ url: site.url })
      await site.requested
      await link.cut()
      site.release()
      await until(async () => (await statusOf(renderId!)).status === 'failed', 60_000)
      expect((await statusOf(renderId!)).error.code).toBe('EngineAsyncResponseNotOkError')
      await until(async () => !(await takesJobs()), 60_000)

      const later = await world.create({ html: '<p>Later.' })
      await link.restore()
      await until(async () => (await statusOf(later.renderId!)).status === 'succeeded', 60_000)
      await until(takesJobs, 60_000)
    },
    TIMEOUT_MS,
  )
})
