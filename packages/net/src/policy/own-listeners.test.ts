import { networkInterfaces } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { guardOwnListeners } from './own-listeners.ts'

const ownAddresses = Object.values(networkInterfaces()).flatMap((list = []) =>
  list.map(({ address }) => address),
)

async function resolve(host: string): Promise<string[]> {
  if (host === 'management') return ['10.0.0.5', '10.0.0.6']
  throw new Error('unknown')
}

describe('guardOwnListeners', () => {
  test.each([
    ['127.0.0.1:8080', '127.0.0.1', 8080, true],
    ['127.0.0.1:8080', '::ffff:127.0.0.1', 8080, true],
    ['127.0.0.1:8080', '0.0.0.0', 8080, true],
    ['127.0.0.1:8080', '::', 8080, true],
    ['127.0.0.1:8080', '127.0.0.1', 8081, false],
    ['127.0.0.1:8080', '127.0.1.1', 8080, false],
    ['[::1]:8080', '0:0:0:0:0:0:0:1', 8080, true],
    ['[::1]:8080', '127.0.0.1', 8080, false],
    ['127.0.0.1:8080', '0:0:0:0:0:0:0:0', 8080, true],
    ['127.0.0.1:8080', '127.0.0.1%lo', 8080, true],
    ['0.0.0.0:8080', '8.8.8.8', 8080, false],
    ['management:80', '10.0.0.6', 80, true],
    ['management:80', '10.0.0.7', 80, false],
    ['unknown:80', '10.0.0.7', 80, false],
  ])('%s is reached by %s port %i: %s', async (listener, address, port, reached) => {
    expect(await guardOwnListeners([listener], resolve)(address, port)).toBe(reached)
  })

  describe.each(['0.0.0.0:8080', '[::]:8080', '[0:0::0]:8080', '[::ffff:0.0.0.0]:8080'])(
    'a listener on every address, %s',
    (listener) => {
      const loopback = [
        '127.0.0.1',
        '127.0.0.2',
        '127.255.255.254',
        '::1',
        '::ffff:127.0.0.2',
        '::ffff:7f00:2',
      ]
      test.each([...loopback, ...ownAddresses])('is reached by %s, on its port alone', async (address) => {
        const isOwnListener = guardOwnListeners([listener], resolve)
        expect([await isOwnListener(address, 8080), await isOwnListener(address, 8081)]).toEqual([
          true,
          false,
        ])
      })
    },
  )

  test.each(['127.0.0.1', ':8080', 'host:port'])('refuses %j', (entry) => {
    expect(() => guardOwnListeners([entry], resolve)).toThrow(entry)
  })
})
