import { describe, expect, test } from '@jest/globals'
import { codes, RenderError, type ErrorCode } from '@render/errors'
import { apiCodeOf, apiCodes, toApiError, type ApiCode } from './api-error.ts'

describe('errors shared with the Render API', () => {
  test.each(Object.entries(apiCodeOf) as [ErrorCode, ApiCode][])('%s becomes %s', (code, expected) => {
    expect(apiCodes[expected].status).toBe(codes[code].status)
    expect(toApiError(new RenderError(code)).code).toBe(expected)
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
