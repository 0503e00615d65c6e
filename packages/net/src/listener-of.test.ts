import { expect, test } from '@jest/globals'
import { listenerOf } from './listener-of.ts'

test.each([
  ['redis://:password@127.0.0.1:4711', '127.0.0.1:4711'],
  ['redis://queue', 'queue:6379'],
  ['rediss://queue/3', 'queue:6379'],
  ['http://management:8082', 'management:8082'],
  ['https://management', 'management:443'],
  ['http://[::1]:80', '[::1]:80'],
  ['unix:/run/redis.sock', undefined],
])('%s leads to %s', (address, listener) => {
  expect(listenerOf(address)).toBe(listener)
})
