import { expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { environment } from './config.ts'

test.each([
  ['DISPATCHER_PRIVATE_KEYS', '[]', 'a JSON array of private JWKs'],
  ['DISPATCHER_PRIVATE_KEYS', '[{}]', 'a JSON array of private JWKs'],
  ['WEBHOOK_TIMEOUT_MS', '0', 'a whole number, 1 or more'],
  ['WEBHOOK_PROBE_MS', '0', 'a whole number, 1 or more'],
  ['WEBHOOK_MOST_WAIT_MS', '0', 'a whole number, 1 or more'],
] as const)('%s=%s is refused', (name, value, valid) => {
  expect(() => readConfig({ [name]: environment[name] }, { [name]: value })).toThrow(
    `${name}: must be ${valid}`,
  )
})
