import { expect, test } from '@jest/globals'
import { checkUpstreamProxies } from './upstream-proxies.ts'

const withService = (value: unknown) => ({ services: { office: value as string[] }, vantagePoints: {} })

test('returns valid proxies unchanged', () => {
  const given = withService(['me:secret@proxy.example:8080'])
  expect(checkUpstreamProxies(given)).toBe(given)
})

test.each([[], 'me:secret@proxy.example:8080', ['me:secret@proxy.example'], [{ secret: 1 }], null])(
  'rejects %j without quoting it',
  (value) => {
    expect(() => checkUpstreamProxies(withService(value))).toThrow('services: "office"')
    expect(() => checkUpstreamProxies(withService(value))).not.toThrow('secret')
  },
)
