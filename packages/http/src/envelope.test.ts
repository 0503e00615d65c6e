import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { errorBody, errorEnvelope, headerText, toRenderError } from './envelope.ts'

describe('error envelope', () => {
  test('is {error: {message, code}, requestId}', () => {
    expect(errorEnvelope({ code: 'NoUrlSupplied', message: 'm' }, 'r')).toEqual({
      error: { message: 'm', code: 'NoUrlSupplied' },
      requestId: 'r',
    })
  })

  test('has status not-found for an unknown render', () => {
    expect(errorEnvelope({ code: 'RenderNotFound', message: 'm' }, 'r').status).toBe('not-found')
  })

  test('carries details as a list, and once more as JSON text by option', () => {
    const details = [
      { option: 'width', message: 'one' },
      { option: '__proto__', message: 'two' },
      { option: 'width', message: 'three' },
    ]
    const { details: list, errors } = errorBody({ code: 'InvalidOptions', message: 'm', details })
    expect(list).toEqual(details)
    expect(errors).toBe('{"width":["one","three"],"__proto__":["two"]}')
  })

  test('has no details without any', () => {
    expect(errorBody({ code: 'InvalidOptions', message: 'm', details: [] })).toEqual({
      message: 'm',
      code: 'InvalidOptions',
    })
  })
})

describe('toRenderError', () => {
  test('returns a RenderError unchanged', () => {
    const error = new RenderError('NoPlan')
    expect(toRenderError(error)).toBe(error)
  })

  test.each([new Error('at /etc/secret'), 'text', undefined, null, { code: 'NoPlan' }])(
    'makes a generic 500 of anything else',
    (thrown) => {
      const error = toRenderError(thrown)
      expect([error.status, error.message]).toEqual([500, 'Something went wrong on our side.'])
    },
  )
})

test('a message in a header is one line of ASCII of at most 512 bytes', () => {
  expect(headerText('a\r\nX-Evil: b\u2028ä€c')).toBe('a X-Evil: b c')
  expect(headerText('x'.repeat(600))).toHaveLength(512)
})
