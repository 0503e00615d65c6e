import { expect, test } from '@jest/globals'
import { checkUplinks } from './uplinks.ts'

const withService = (value: unknown) => ({ services: { office: value as string[] }, vantagePoints: {} })

test('proxies that an operator named are kept', () => {
  const given = withService(['me:secret@proxy.example:8080'])
  expect(checkUplinks(given)).toBe(given)
})

test.each([[], 'me:secret@proxy.example:8080', ['me:secret@proxy.example'], [{ secret: 1 }], null])(
  '%j is refused, and not repeated',
  (value) => {
    expect(() => checkUplinks(withService(value))).toThrow('services: "office"')
    expect(() => checkUplinks(withService(value))).not.toThrow('secret')
  },
)
