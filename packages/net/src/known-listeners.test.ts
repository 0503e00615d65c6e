import { describe, expect, test } from '@jest/globals'
import { knownListeners } from './known-listeners.ts'

describe('knownListeners', () => {
  test('names what the operator names, where this process listens, and whom it asks', () => {
    expect(
      knownListeners({
        named: ['postgres:5433'],
        here: [
          { host: '0.0.0.0', port: 8080 },
          { host: '::', port: 9090 },
        ],
        asked: ['redis://:secret@redis:6380/1', 'http://management:8083'],
      }),
    ).toEqual(['postgres:5433', '0.0.0.0:8080', ':::9090', 'redis:6380', 'management:8083'])
  })

  test.each([
    ['redis://:password@127.0.0.1:4711', ['127.0.0.1:4711']],
    ['redis://queue', ['queue:6379']],
    ['rediss://queue/3', ['queue:6379']],
    ['http://management:8082', ['management:8082']],
    ['https://management', ['management:443']],
    ['http://[::1]:80', ['[::1]:80']],
    ['unix:/run/redis.sock', []],
  ])('%s leads to %j', (address, listeners) => {
    expect(knownListeners({ named: [], here: [], asked: [address] })).toEqual(listeners)
  })
})
