import { expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { environment } from './config.ts'

const good = { REDIS_URL: 'redis://127.0.0.1:1', STORAGE_PATH: '/nowhere', WORKER_PRIVATE_KEYS: '[]' }

test.each(['5000', '300000'])('an attempt may take %s ms', (input) => {
  const { ATTEMPT_TIMEOUT_MS } = readConfig(environment, { ...good, ATTEMPT_TIMEOUT_MS: input })
  expect(ATTEMPT_TIMEOUT_MS).toBe(Number(input))
})

test.each(['0', '4999', '300001'])('an attempt may not take %s ms', (input) => {
  expect(() => readConfig(environment, { ...good, ATTEMPT_TIMEOUT_MS: input })).toThrow('ATTEMPT_TIMEOUT_MS')
})

test.each(['auto', 'required', 'off'])("the browsers' network may be %s", (input) => {
  const { NETWORK_NAMESPACE } = readConfig(environment, { ...good, NETWORK_NAMESPACE: input })
  expect(NETWORK_NAMESPACE).toBe(input)
})

test('NETWORK_NAMESPACE accepts no other values', () => {
  expect(() => readConfig(environment, { ...good, NETWORK_NAMESPACE: 'on' })).toThrow('NETWORK_NAMESPACE')
})
