import { describe, expect, test } from '@jest/globals'
import { createOptions } from '@render/options'
import { idempotentRequest } from './idempotency-key.ts'

const { parseOptions } = createOptions()
const read = (key: string | undefined, body: Record<string, unknown> = { html: 'x' }) =>
  idempotentRequest({ headers: { 'idempotency-key': key } }, { projectId: 'project_1' }, parseOptions(body))

describe('idempotentRequest', () => {
  test('returns undefined without the header', () => {
    expect(read(undefined)).toBeUndefined()
  })

  test.each(['a', '"8e03978e-40d5"', '!~', 'k'.repeat(255)])('accepts the key %j', (key) => {
    expect(read(key)).toMatchObject({ key, projectId: 'project_1' })
  })

  test.each(['', ' ', 'a b', 'a, b', 'é', 'a\u0000', 'k'.repeat(256)])('refuses the key %j', (key) => {
    expect(() => read(key)).toThrow(
      expect.objectContaining({
        code: 'InvalidOptions',
        message: expect.stringMatching(/Idempotency-Key.*255/),
      }),
    )
  })

  test.each([
    [
      { html: 'x', full_page: true },
      { fullPage: 'true', html: 'x' },
    ],
    [
      { html: 'x', more: { a: 1, b: [1, 2] } },
      { more: { b: [1, 2], a: 1 }, html: 'x' },
    ],
  ])('%j equals %j', (one, other) => {
    expect(read('a', one)!.request).toBe(read('a', other)!.request)
  })

  test.each([
    [{ html: 'x' }, { html: 'y' }],
    [{ html: 'x' }, { html: 'x', width: 300 }],
    [
      { html: 'x', more: [1, 2] },
      { html: 'x', more: [2, 1] },
    ],
  ])('%j differs from %j', (one, other) => {
    expect(read('a', one)!.request).not.toBe(read('a', other)!.request)
  })
})
