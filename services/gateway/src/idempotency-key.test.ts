import { describe, expect, test } from '@jest/globals'
import { createOptions } from '@render/options'
import { repeatableOf } from './idempotency-key.ts'

const { parseOptions } = createOptions()
const read = (key: string | undefined, body: Record<string, unknown> = { html: 'x' }) =>
  repeatableOf({ headers: { 'idempotency-key': key } }, { projectId: 'project_1' }, parseOptions(body))

describe('a request with an Idempotency-Key', () => {
  test('is none without the header', () => {
    expect(read(undefined)).toBeUndefined()
  })

  test.each(['a', '"8e03978e-40d5"', '!~', 'k'.repeat(255)])('may be called %j', (key) => {
    expect(read(key)).toMatchObject({ key, projectId: 'project_1' })
  })

  test.each(['', ' ', 'a b', 'a, b', 'é', 'a\u0000', 'k'.repeat(256)])('may not be called %j', (key) => {
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
  ])('%j is the same as %j', (one, other) => {
    expect(read('a', one)!.request).toBe(read('a', other)!.request)
  })

  test.each([
    [{ html: 'x' }, { html: 'y' }],
    [{ html: 'x' }, { html: 'x', width: 300 }],
    [
      { html: 'x', more: [1, 2] },
      { html: 'x', more: [2, 1] },
    ],
  ])('%j is another one than %j', (one, other) => {
    expect(read('a', one)!.request).not.toBe(read('a', other)!.request)
  })
})
