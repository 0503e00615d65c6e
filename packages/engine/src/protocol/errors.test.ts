import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { errors } from 'playwright-core'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { isResponseWithoutBody, isSandboxRefusal, translate } from './errors.ts'

const goto = (name: string) =>
  new Error(`page.goto: net::${name} at http://user:secret@a.test/path\nCall log:\n`)

const WELL = { isAlive: true, isCutOff: false }

describe('a browser error', () => {
  test.each([
    ['ERR_CONNECTION_RESET', /closed the connection/],
    ['ERR_CONNECTION_CLOSED', /closed the connection/],
    ['ERR_EMPTY_RESPONSE', /empty response/],
    ['ERR_TOO_MANY_REDIRECTS', /too many times/],
    ['ERR_SSL_PROTOCOL_ERROR', /TLS connection.*\(ERR_SSL_PROTOCOL_ERROR\)/],
    ['ERR_CERT_DATE_INVALID', /TLS connection.*\(ERR_CERT_DATE_INVALID\)/],
    ['ERR_INVALID_HTTP_RESPONSE', /not valid HTTP/],
    ['ERR_RESPONSE_HEADERS_TOO_BIG', /not valid HTTP/],
    ['ERR_UNSAFE_PORT', /does not open/],
    ['ERR_ABORTED', /download/],
    ['ERR_SOMETHING_NEW', /could not be loaded \(ERR_SOMETHING_NEW\)/],
  ])('%s is a NavigationError', (name, message) => {
    const error = translate(goto(name), WELL)
    expect(error).toMatchObject({ code: 'NavigationError', message: expect.stringMatching(message) })
    expect(error.message).not.toContain('secret')
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('for the start of a download is a NavigationError', () => {
    expect(translate(new Error('page.goto: Download is starting'), WELL)).toMatchObject({
      code: 'NavigationError',
      message: expect.stringMatching(/a download instead/),
    })
  })

  test('for an exceeded timeout is a RenderTimeoutError', () => {
    const error = new errors.TimeoutError('page.goto: Timeout 5000ms exceeded.')
    expect(translate(error, WELL)).toMatchObject({ code: 'RenderTimeoutError' })
  })

  test('is a BrowserCrashed when the egress tunnel is closed, except for an error of the caller', () => {
    const cutOff = { ...WELL, isCutOff: true }
    for (const error of [goto('ERR_EMPTY_RESPONSE'), new RenderError('RenderTimeoutError')])
      expect(translate(error, cutOff)).toMatchObject({ name: 'BrowserCrashed', reason: 'proxy' })
    expect(translate(new RenderError('InvalidOptions'), cutOff)).toMatchObject({ code: 'InvalidOptions' })
  })

  test('for a page crash is a BrowserCrashed', () => {
    expect(translate(new Error('page.goto: Page crashed'), WELL)).toMatchObject({ reason: 'renderer' })
  })

  test('for a closed page is a BrowserCrashed when the browser is gone, else a NavigationError', () => {
    const closed = new Error('page.evaluate: Target page, context or browser has been closed')
    expect(translate(closed, { ...WELL, isAlive: false })).toMatchObject({
      name: 'BrowserCrashed',
      reason: 'crash',
    })
    expect(translate(closed, WELL)).toMatchObject({ code: 'NavigationError' })
  })

  test('of an unknown kind is an EngineResponseNotOkError', () => {
    const error = translate(new Error('Protocol error (Page.captureScreenshot): Unable to capture'), WELL)
    expect(error).toMatchObject({ code: 'EngineResponseNotOkError' })
    expect(error.message).not.toContain('Protocol')
    expect(translate('a string', WELL)).toMatchObject({ code: 'EngineResponseNotOkError' })
  })

  test('that was translated before is returned unchanged', () => {
    for (const error of [new RenderError('InvalidOptions'), new BrowserCrashed('memory')])
      expect(translate(error, { ...WELL, isAlive: false })).toBe(error)
  })
})

test('recognises an error status without a body as a response without a body', () => {
  expect(isResponseWithoutBody(goto('ERR_HTTP_RESPONSE_CODE_FAILURE'))).toBe(true)
  expect(isResponseWithoutBody(goto('ERR_EMPTY_RESPONSE'))).toBe(false)
  expect(isResponseWithoutBody(undefined)).toBe(false)
})

test.each([
  'Chromium sandboxing failed!',
  'No usable sandbox! Update',
  'Running as root without --no-sandbox is not',
])('recognises "%s" as a missing sandbox', (message) => {
  expect(isSandboxRefusal(`[1:1:FATAL] ${message}`)).toBe(true)
  expect(isSandboxRefusal('spawn ENOENT')).toBe(false)
})
