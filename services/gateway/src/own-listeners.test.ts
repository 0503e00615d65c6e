import { expect, test } from '@jest/globals'
import { ownListeners } from './own-listeners.ts'

const config = {
  HOST: '0.0.0.0',
  PORT: 8080,
  METRICS_HOST: '127.0.0.1',
  METRICS_PORT: 9090,
  REDIS_URL: 'redis://:secret@redis:6380/1',
  MANAGEMENT_INTERNAL_URL: 'http://management:8083',
  OWN_LISTENERS: ['postgres:5433'],
}

test('names what the operator names and everything that the configuration knows of', () => {
  expect(ownListeners(config)).toEqual([
    'postgres:5433',
    '0.0.0.0:8080',
    '127.0.0.1:9090',
    'redis:6380',
    'management:8083',
  ])
})

test('knows the usual ports, IPv6, and that a socket has none', () => {
  const others = { ...config, MANAGEMENT_INTERNAL_URL: 'https://[fd00::1]' }
  expect(ownListeners({ ...others, REDIS_URL: 'redis://redis' })).toEqual(
    expect.arrayContaining(['redis:6379', '[fd00::1]:443']),
  )
  expect(ownListeners({ ...others, REDIS_URL: 'unix:///run/redis.sock' })).toHaveLength(4)
})
