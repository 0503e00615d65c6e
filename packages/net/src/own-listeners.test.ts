import { networkInterfaces } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { guardOwnListeners } from './own-listeners.ts'

const ownAddress = Object.values(networkInterfaces()).flat()[0]!.address

async function resolve(host: string): Promise<string[]> {
  if (host === 'management') {
    return ['10.0.0.5', '10.0.0.6']
  }
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
    ['0.0.0.0:8080', ownAddress, 8080, true],
    ['[::]:8080', ownAddress, 8080, true],
    ['0.0.0.0:8080', ownAddress, 8081, false],
    ['0.0.0.0:8080', '8.8.8.8', 8080, false],
    ['management:80', '10.0.0.6', 80, true],
    ['management:80', '10.0.0.7', 80, false],
    ['unknown:80', '10.0.0.7', 80, false],
  ])('%s is reached by %s port %i: %s', async (listener, address, port, reached) => {
    expect(await guardOwnListeners([listener], resolve)(address, port)).toBe(reached)
  })

  test.each(['127.0.0.1', ':8080', 'host:port'])('refuses %j', (entry) => {
    expect(() => guardOwnListeners([entry], resolve)).toThrow(entry)
  })
})
