import { describe, expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { environment } from './config.ts'

const { ARTEFACT_URL, REDIS_URL } = environment
const read = (values: Record<string, string>) =>
  readConfig({ ARTEFACT_URL, REDIS_URL }, { REDIS_URL: 'redis://queue', ...values })

describe('addresses in the configuration', () => {
  test('have their trailing slash removed', () => {
    expect(read({ ARTEFACT_URL: 'https://files.example.com/' }).ARTEFACT_URL).toBe(
      'https://files.example.com',
    )
  })

  test.each<Record<string, string>>([{}, { ARTEFACT_URL: '' }])('of artefacts are optional: %j', (values) => {
    expect(read(values).ARTEFACT_URL).toBe('')
  })

  test.each<Record<string, string>>([
    { ARTEFACT_URL: 'files.example.com' },
    { REDIS_URL: '/run/redis.sock' },
    { REDIS_URL: '' },
  ])('are refused when they are not addresses: %j', (values) => {
    expect(() => read(values)).toThrow(Object.keys(values)[0])
  })
})

test('a limit that would refuse every request with a body is invalid', () => {
  const { BODY_LIMIT_BYTES } = environment
  expect(() => readConfig({ BODY_LIMIT_BYTES }, { BODY_LIMIT_BYTES: '0' })).toThrow('BODY_LIMIT_BYTES')
})
