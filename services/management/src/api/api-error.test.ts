import { describe, expect, test } from '@jest/globals'
import { codes, RenderError, type ErrorCode } from '@render/errors'
import { refuseRequest } from './answer-api-error.ts'
import { apiCodeOf, apiCodes, toApiError, type ApiCode } from './api-error.ts'

describe('errors shared with the Render API', () => {
  test.each(Object.entries(apiCodeOf) as [ErrorCode, ApiCode][])('%s becomes %s', (code, expected) => {
    expect(apiCodes[expected].status).toBe(codes[code].status)
    expect(toApiError(new RenderError(code)).code).toBe(expected)
  })

  test.each([
    ['RequestTimeout', 408, 'TIMEOUT', codes.RequestTimeout.message],
    ['HeadersTooLarge', 431, 'HEADERS_TOO_LARGE', 'The headers are too large.'],
    ['MalformedRequest', 400, 'BAD_REQUEST', codes.MalformedRequest.message],
  ] as const)('answer a request that cannot be read: %s', (code, status, expected, message) => {
    expect(refuseRequest(new RenderError(code), 'id')).toEqual({
      status,
      body: { defined: false, code: expected, status, message },
    })
  })

  test('keep a message of the caller, and hide one of ours', () => {
    const message = 'The body cannot be read.'
    expect(toApiError(new RenderError('InvalidOptions', { message })).message).toBe(message)
    const { message: hidden } = toApiError(new RenderError('ServiceUnavailable', { message: 'redis-1 down' }))
    expect(hidden).toBe(apiCodes.SERVICE_UNAVAILABLE.message)
  })

  test.each([new RenderError('QuotaReached'), new Error('sentinel'), 'sentinel', undefined])(
    '%s without a counterpart becomes a 500 that says nothing',
    (thrown) => {
      expect(toApiError(thrown)).toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        message: apiCodes.INTERNAL_SERVER_ERROR.message,
      })
    },
  )
})
