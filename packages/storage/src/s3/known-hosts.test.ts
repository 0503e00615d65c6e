import { expect, test } from '@jest/globals'
import { bucketFrom } from './bucket.ts'
import { isOfBucket } from './known-hosts.ts'

test.each([
  ['https://s3.eu-central-1.amazonaws.com', 'eu-central-1'],
  ['https://s3-eu-west-1.amazonaws.com/', 'eu-west-1'],
  ['https://s3.dualstack.us-gov-west-1.amazonaws.com', 'us-gov-west-1'],
  ['https://s3-fips.ca-central-1.amazonaws.com', 'ca-central-1'],
  ['https://s3.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
  ['https://s3.us-west-004.backblazeb2.com', 'us-west-004'],
  ['https://s3.fr-par.scw.cloud', 'fr-par'],
  ['https://s3.amazonaws.com', 'us-east-1'],
  ['https://s3-accelerate.amazonaws.com', 'us-east-1'],
  ['https://s3.my-company.example', 'us-east-1'],
  ['https://fra1.digitaloceanspaces.com', 'us-east-1'],
])('a bucket at %s is in %s', (endpoint, region) => {
  expect(bucketFrom({ endpoint }).region).toBe(region)
  expect(bucketFrom({ endpoint, region: 'eu-west-3' }).region).toBe('eu-west-3')
})

test.each([
  ['https://b1x.s3.eu-central-1.amazonaws.com', 'b1x', true],
  ['https://b1x.fra1.digitaloceanspaces.com/', 'b1x', true],
  ['https://b1x.storage.googleapis.com', 'b1x', true],
  ['https://a.b.s3.amazonaws.com', 'a.b', true],
  ['https://s3.eu-central-1.amazonaws.com', 'b1x', false],
  ['https://fra1.digitaloceanspaces.com', 'fra1', false],
  ['https://storage.googleapis.com', 'storage', false],
  ['https://files.example.com', 'files', false],
  ['nowhere', 'b1x', false],
  ['https://s3.amazonaws.com', '', false],
])('%s with the bucket %j is its own endpoint: %s', (endpoint, bucket, expected) => {
  expect(isOfBucket(endpoint, bucket)).toBe(expected)
})
