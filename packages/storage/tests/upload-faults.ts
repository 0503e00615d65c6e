import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { bucketError, listenOn, ORIGIN_HOST, startBucketDouble, type BucketDouble } from '@render/testkit'
import type { Destination, toBucket } from '../src/index.ts'

type RetryPolicy = NonNullable<Parameters<typeof toBucket>[2]>

const bytes = Buffer.from('a picture')
const quick: RetryPolicy = { tryMs: 20_000, pausesMs: [1, 1] }

/**
 * Tests what every upload to a store of a caller does when the store fails. `open` returns a destination at a server, and
 * `subject` begins its failures.
 */
export function describeUploadFaults(
  name: string,
  subject: string,
  open: (url: string, retryPolicy: RetryPolicy) => Destination<object>,
): void {
  describe(name, () => {
    let double: BucketDouble
    beforeEach(async () => {
      double = await startBucketDouble()
    })
    afterEach(async () => double[Symbol.asyncDispose]())

    const options = (signal = new AbortController().signal) => {
      return { contentType: 'image/png', signal, warn() {} }
    }
    const put = (retryPolicy = quick, signal?: AbortSignal) =>
      open(double.url, retryPolicy).write({ bytes }, options(signal))
    const failure = (says: string) => ({ code: 'UploadFailedError', message: `${subject} ${says}.` })

    test('that is busy twice gets the file at the third try', async () => {
      double.answers.push(bucketError(503, 'SlowDown'), bucketError(429, 'TooManyRequests'))
      await put()
      expect([...double.objects.values()]).toEqual([bytes])
      expect(double.requests).toHaveLength(3)
    })

    test('that stays busy fails the render, with its code', async () => {
      double.answer = bucketError(503, 'SlowDown')
      await expect(put()).rejects.toMatchObject(failure('answered 503 (SlowDown)'))
      expect(double.requests).toHaveLength(3)
    })

    test.each([
      [bucketError(403, 'AccessDenied'), 'answered 403 (AccessDenied)'],
      [bucketError(404, 'NoSuchBucket'), 'answered 404 (NoSuchBucket)'],
      [bucketError(301, 'PermanentRedirect'), 'answered 301 (PermanentRedirect)'],
      [bucketError(403, '<b>sesame</b>'), 'answered 403'],
    ])('that refuses is asked once, and its message is not repeated', async (answer, says) => {
      double.answer = answer
      await expect(put()).rejects.toMatchObject(failure(says))
      expect(double.requests).toHaveLength(1)
    })

    test('that refuses before it has read a large file is asked once', async () => {
      let asked = 0
      await using refusing = await listenOn(ORIGIN_HOST, (_req, res) => {
        asked += 1
        res.writeHead(403, { connection: 'close' }).end('<Error><Code>AccessDenied</Code></Error>')
      })
      const writing = open(refusing.url, quick).write({ bytes: Buffer.alloc(20_000_000) }, options())
      await expect(writing).rejects.toMatchObject(failure('answered 403 (AccessDenied)'))
      expect(asked).toBe(1)
    })

    test('C14: that redirects is not followed', async () => {
      await using canary = await startBucketDouble()
      const headers = { location: `${canary.url}/`, 'x-amz-bucket-region': 'eu-west-1' }
      double.answer = (_, res) => res.writeHead(307, headers).end()
      await expect(put()).rejects.toMatchObject(failure('answered 307'))
      expect(canary.requests).toEqual([])
    })

    test('that breaks the connection gets the file at the next try', async () => {
      double.answers.push((_, res) => res.destroy())
      await put()
      expect([...double.objects.values()]).toEqual([bytes])
    })

    test('that hangs is given up after the time of a try, each time', async () => {
      double.answer = () => {}
      const hanging = put({ tryMs: 1000, pausesMs: [1] })
      await expect(hanging).rejects.toMatchObject(failure('did not answer in time'))
      expect(double.requests).toHaveLength(2)
    })

    test('is not tried again once the render is cancelled', async () => {
      const cancelling = new AbortController()
      double.answer = () => cancelling.abort(new Error('cancelled'))
      await expect(put(quick, cancelling.signal)).rejects.toThrow('cancelled')
      expect(double.requests).toHaveLength(1)
    })
  })
}
