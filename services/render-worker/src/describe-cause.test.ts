import { expect, test } from '@jest/globals'
import { describeCause } from './describe-cause.ts'

test('what is logged of an error names origins only', () => {
  const inner = new Error('net::ERR_FAILED at https://user:pass@example.com:8443/path?token=secret#part')
  const outer = new Error('navigating to "http://example.org/a?b=secret", data:text/html,<secret>', {
    cause: inner,
  })
  const text = JSON.stringify(describeCause(outer))
  expect(text).not.toContain('secret')
  expect(text).not.toContain('pass')
  expect(text).toContain('https://example.com:8443/...')
  expect(text).toContain('http://example.org/...')
  expect(text).toContain('ERR_FAILED')
})

test('what is no error is told too', () => {
  expect(describeCause('gone')).toEqual({ message: 'gone' })
})
