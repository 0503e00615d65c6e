import { describe, expect, test } from '@jest/globals'
import { parsePlainError, RenderError } from './render-error.ts'

describe('RenderError', () => {
  test('has the status and message of its code', () => {
    const error = new RenderError('NoUrlSupplied')
    expect([error.status, error.message]).toEqual([400, 'Either "url" or "html" is required.'])
  })

  test('travels as JSON and comes back the same, without its cause', () => {
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

  test.each([
    undefined,
    '',
    'job stalled',
    '{"code":"NoSuchCode","message":"x"}',
    '{"code":"NoPlan"}',
    'null',
  ])('%j is not one', (text) => {
    expect(parsePlainError(text)).toBeUndefined()
  })
})
