import { describe, expect, test } from '@jest/globals'
import { composeEnvironment, SERVICES, wiring, type Connections } from './service-environment.ts'

const keys = (name: string) => ({
  publicKey: { kid: `${name}-public` },
  privateKey: { kid: `${name}-private` },
})
const connections = {
  ports: {
    gateway: 1,
    gatewayMetrics: 2,
    workerMetrics: 3,
    dispatcherMetrics: 4,
    management: 5,
    managementInternal: 6,
    managementMetrics: 7,
    redis: 8,
    postgres: 9,
  },
  secrets: {
    workerKeys: keys('worker'),
    dispatcherKeys: keys('dispatcher'),
    vaultKeys: [{ kid: 'vault' }],
    botKeys: keys('bot'),
    gatewayToken: 'gateway-token',
    dispatcherToken: 'dispatcher-token',
    operatorToken: 'operator-token',
    authSecret: 'auth-secret',
  },
  redisUrlOf: (service: string) => `redis://${service}@here`,
  databaseUrl: 'postgresql://here',
  artefactDirectory: '/artefacts',
} as unknown as Connections

const everything = [
  'PUBLIC_URL',
  'ARTEFACT_URL',
  'STORAGE_PATH',
  'REDIS_URL',
  'PORT',
  'SLOTS',
  'DATABASE_URL',
]

describe('environment of a service', () => {
  test.each(SERVICES)('%s knows the listeners of all, to deny them to pages and callers', (service) => {
    const { OWN_LISTENERS } = wiring(service, connections)
    expect(OWN_LISTENERS?.split(',')).toHaveLength(Object.keys(connections.ports).length)
  })

  test.each(['gateway', 'management'] as const)(
    '%s listens on loopback even if the shell exports HOST',
    (service) => {
      const user = { HOST: 'my-machine.local' }
      expect(composeEnvironment(service, { declared: ['HOST'], user, connections })).toMatchObject({
        HOST: '127.0.0.1',
      })
    },
  )

  test('contains only the variables that its configuration declares', () => {
    const user = { SLOTS: '3', AWS_SECRET_ACCESS_KEY: 'of the user', npm_config_registry: 'of npm' }
    const composed = composeEnvironment('render-worker', {
      declared: ['SLOTS', 'REDIS_URL'],
      user,
      connections,
    })
    expect(composed).toMatchObject({
      SLOTS: '3',
      REDIS_URL: 'redis://render-worker@here',
      PATH: process.env.PATH,
    })
    expect(Object.keys(composed)).not.toEqual(expect.arrayContaining(['AWS_SECRET_ACCESS_KEY']))
    expect(JSON.stringify(composed)).not.toContain('of npm')
    expect(composed).not.toHaveProperty('STORAGE_PATH')
  })

  test('gives the database URL to management only', () => {
    for (const service of SERVICES) {
      const holds = 'DATABASE_URL' in wiring(service, connections)
      expect(holds).toBe(service === 'management')
    }
  })

  test('gives each private key and token only to the services that use it', () => {
    const holders = (secret: string) =>
      SERVICES.filter((name) => JSON.stringify(wiring(name, connections)).includes(secret))
    expect(holders('worker-private')).toEqual(['render-worker'])
    expect(holders('dispatcher-private')).toEqual(['webhook-dispatcher'])
    expect(holders('vault')).toEqual(['management'])
    expect(holders('gateway-token')).toEqual(['management', 'gateway'])
    expect(holders('dispatcher-token')).toEqual(['management', 'webhook-dispatcher'])
  })

  test('does not let the user override what connects the stack', () => {
    const user = { PORT: '9999', REDIS_URL: 'redis://other' }
    const composed = composeEnvironment('gateway', { declared: everything, user, connections })
    expect(composed).toMatchObject({ PORT: '1', REDIS_URL: 'redis://gateway@here' })
  })

  test('denies the listeners of the user too', () => {
    const composed = (user: Record<string, string>) =>
      composeEnvironment('gateway', { declared: ['OWN_LISTENERS'], user, connections }).OWN_LISTENERS!
    const own = composed({})
    expect(composed({ OWN_LISTENERS: 'bucket:7070' })).toBe(`${own},bucket:7070`)
  })

  test('takes public URLs and the artefact folder from the user', () => {
    const user = { PUBLIC_URL: 'https://render.example', STORAGE_PATH: '/mine' }
    const composed = composeEnvironment('gateway', { declared: everything, user, connections })
    expect(composed).toMatchObject({
      PUBLIC_URL: 'https://render.example',
      ARTEFACT_URL: 'https://render.example',
      STORAGE_PATH: '/mine',
    })
    expect(composeEnvironment('gateway', { declared: everything, user: {}, connections })).toMatchObject({
      PUBLIC_URL: 'http://127.0.0.1:1',
      STORAGE_PATH: '/artefacts',
    })
  })
})
