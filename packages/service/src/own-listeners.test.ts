import { describe, expect, test } from '@jest/globals'
import { ownListeners } from './own-listeners.ts'

describe('ownListeners', () => {
  test('names configured listeners, those of this process, and the services that it calls', () => {
    expect(
      ownListeners({
        configured: ['postgres:5433'],
        local: [
          { host: '0.0.0.0', port: 8080 },
          { host: '::', port: 9090 },
        ],
        peers: ['redis://:secret@redis:6380/1', 'http://management:8083'],
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
  ])('%s gives %j', (url, listeners) => {
    expect(ownListeners({ configured: [], local: [], peers: [url] })).toEqual(listeners)
  })
})
