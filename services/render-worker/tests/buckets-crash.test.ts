// A worker that crashes once a bucket of the caller's has the file, and before the render has ended.
import { expect, test } from '@jest/globals'
import { startBucketDouble } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'
import { startWorkerProcess } from './worker-process.ts'

const queue = useTestQueue()

test('A-S3-13: a worker that is killed after an upload leaves one object, and the next replaces it', async () => {
  const double = queue.use(await startBucketDouble())
  const stored = Promise.withResolvers<void>()
  // The bucket has the file, and its answer never comes.
  double.answer = ({ path, body }) => {
    double.objects.set(path, body)
    stored.resolve()
  }
  const victim = queue.use(await startWorkerProcess(queue))
  const bucket = { s3_key: 'k', s3_secret: 's', s3_bucket: 'pictures', s3_endpoint: double.url }
  const id = await queue.submit({ html: '<h1>', use_s3: true, ...bucket }, { upload: { path: 'a/b' } })
  await stored.promise
  const first = double.objects.get('/pictures/a/b.png')!
  victim.kill('SIGKILL')
  await victim.exited
  await queue.expireLock(id)
  double.answer = undefined

  queue.use(startStandIn(queue, async () => rendered).worker)
  const { attempts, artefact } = await queue.succeeded(id)
  expect([attempts, artefact.location]).toEqual([2, `${double.url}/pictures/a/b.png`])
  expect([...double.objects.keys()]).toEqual(['/pictures/a/b.png'])
  expect(double.objects.get('/pictures/a/b.png')).toEqual(Buffer.from('picture'))
  expect(first).not.toEqual(Buffer.from('picture'))
})
