import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { bucketError, startBucketDouble, startS3Server, type BucketDouble } from '@render/testkit'
import { prepareBucket } from '../src/prepare-bucket.ts'

let double: BucketDouble
beforeEach(async () => {
  double = await startBucketDouble()
})
afterEach(async () => double[Symbol.asyncDispose]())

const prepare = (endpoint = double.url) =>
  prepareBucket({ bucket: 'artefacts', endpoint, accessKeyId: 'root', secretAccessKey: 'sesame' })

test('creates the bucket, and lets the gateway read and the worker write', async () => {
  await prepare()
  const [created, policed] = double.requests
  expect([created!.method, created!.path]).toEqual(['PUT', '/artefacts/'])
  expect([policed!.method, policed!.path, policed!.query.has('policy')]).toEqual(['PUT', '/artefacts/', true])
  const { Statement } = JSON.parse(policed!.body.toString()) as {
    Statement: { Principal: { AWS: string[] }; Action: string[]; Resource: string[] }[]
  }
  expect(Statement.map(({ Principal, Action, Resource }) => [Principal.AWS, Action, Resource])).toEqual([
    [['gateway'], ['s3:ListBucket'], ['arn:aws:s3:::artefacts']],
    [['gateway'], ['s3:GetObject'], ['arn:aws:s3:::artefacts/*']],
    [['render-worker'], ['s3:ListBucket'], ['arn:aws:s3:::artefacts']],
    [
      ['render-worker'],
      ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      ['arn:aws:s3:::artefacts/*'],
    ],
  ])
})

test('accepts a bucket that is there, and nothing else', async () => {
  double.answers.push(bucketError(409, 'BucketAlreadyOwnedByYou'))
  await prepare()
  expect(double.requests).toHaveLength(2)
  double.answers.push(bucketError(403, 'AccessDenied'))
  await expect(prepare()).rejects.toThrow()
  expect(double.requests).toHaveLength(3)
})

test('makes a bucket server serve the bucket', async () => {
  await using server = await startS3Server('another')
  const { url: endpoint, accessKeyId, secretAccessKey } = server
  const { status } = await fetch(`${endpoint}/artefacts?list-type=2`)
  expect(status).toBe(404)
  // It knows no policies.
  const preparing = prepareBucket({ bucket: 'artefacts', endpoint, accessKeyId, secretAccessKey })
  await expect(preparing).rejects.toThrow()
  expect((await fetch(`${endpoint}/artefacts?list-type=2`)).status).toBe(200)
})
