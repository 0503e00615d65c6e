import { describe, expect, test } from '@jest/globals'
import { apiKeyKind, hashApiKey, makeApiKey } from './api-keys.ts'

describe('API keys', () => {
  test.each(['sk', 'pk', 'mk'] as const)('a new %s key has its kind', (kind) => {
    expect(apiKeyKind(makeApiKey(kind))).toBe(kind)
  })

  test('a key with one wrong character is malformed, not unknown', () => {
    const key = makeApiKey('sk')
    const swapped = key[10] === 'A' ? 'B' : 'A'
    expect(apiKeyKind(key.slice(0, 10) + swapped + key.slice(11))).toBeUndefined()
  })

  test.each(['', 'sk_', 'sk_short', 'xx_' + 'a'.repeat(51), makeApiKey('sk') + 'x', ' ' + makeApiKey('sk')])(
    '%j is malformed',
    (key) => {
      expect(apiKeyKind(key)).toBeUndefined()
    },
  )

  test('the prefix is part of the checksum', () => {
    expect(apiKeyKind(makeApiKey('sk').replace('sk_', 'mk_'))).toBeUndefined()
  })

  test('two keys differ, and so do their hashes', () => {
    const [a, b] = [makeApiKey('sk'), makeApiKey('sk')]
    expect(a).not.toBe(b)
    expect(hashApiKey(a)).not.toBe(hashApiKey(b))
    expect(hashApiKey(a)).toMatch(/^[0-9a-f]{64}$/)
  })
})
