import { describe, expect, test } from '@jest/globals'
import { parsePlainError, RenderError } from './render-error.ts'

describe('RenderError', () => {
  test('has the status and message of its code', () => {
    const error = new RenderError('NoUrlSupplied')
    expect([error.status, error.message]).toEqual([400, 'Either "url" or "html" is required.'])
  })

  test('forOption names each option with the message', () => {
    const cause = new Error('refused')
    expect(RenderError.forOption('clip', 'no')).toMatchObject({
      code: 'InvalidOptions',
      message: 'no',
      details: [{ option: 'clip', message: 'no' }],
    })
    expect(RenderError.forOption(['width', 'dpr'], 'no', 'UploadFailedError', cause)).toMatchObject({
      code: 'UploadFailedError',
      details: [
        { option: 'width', message: 'no' },
        { option: 'dpr', message: 'no' },
      ],
      cause,
    })
  })

  test('survives a round trip through JSON, without its cause', () => {
    const details = [{ option: 'width', message: 'too wide' }]
    const error = new RenderError('InvalidOptions', {
      message: 'no',
      details,
      cause: new Error('inner secret'),
    })
    const text = JSON.stringify(error.toPlain())
    expect(text).not.toContain('inner secret')
    const back = RenderError.fromPlain(parsePlainError(text)!)
    expect(back).toMatchObject({ code: 'InvalidOptions', message: 'no', details, status: 400 })
  })

  test('that tells the caller to try again shortly says when, also after a round trip', () => {
    const { retryAfterSeconds } = RenderError.fromPlain(new RenderError('ServiceUnavailable').toPlain())
    expect(retryAfterSeconds).toBe(5)
    expect(new RenderError('ServiceUnavailable', { retryAfterSeconds: 2 }).retryAfterSeconds).toBe(2)
    expect(new RenderError('InternalError').retryAfterSeconds).toBeUndefined()
  })

  test.each([
    undefined,
    '',
    'job stalled',
    '{"code":"NoSuchCode","message":"x"}',
    '{"code":"NoPlan"}',
    'null',
  ])('parsePlainError returns undefined for %j', (text) => {
    expect(parsePlainError(text)).toBeUndefined()
  })
})
