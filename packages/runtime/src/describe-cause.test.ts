import { describe, expect, test } from '@jest/globals'
import { describeCause, redact } from './describe-cause.ts'

describe('describeCause', () => {
  test('keeps only the origins of addresses', () => {
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

  test('takes name, message, code and frames, and no other fields', () => {
    const error = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED', command: 'AUTH sesame' })
    const described = describeCause(error)
    expect(described).toMatchObject({ name: 'TypeError', message: 'refused', code: 'ECONNREFUSED' })
    expect(described.at?.[0]).toMatch(/^at .*describe-cause\.test\.ts/)
    expect(JSON.stringify(described)).not.toContain('sesame')
  })

  test('describes values that are not errors', () => {
    expect(describeCause('gone')).toEqual({ message: 'gone' })
    expect(describeCause({ token: 'sesame' })).toEqual({ message: 'object' })
  })

  test('ends in a chain of causes that is a circle', () => {
    const error = new Error('round')
    error.cause = error
    expect(JSON.stringify(describeCause(error)).match(/round/g)!.length).toBeLessThan(10)
  })
})

describe('redact', () => {
  test('removes credentials of connection strings, and API keys', () => {
    const text = redact('redis://:sesame@host:6379/0 refused sk_sesame and whsec_sesame')
    expect(text).toBe('redis://... refused sk_... and whsec_...')
  })

  test('removes what follows a scheme, whatever is before it', () => {
    const text = redact('...https://me:sesame@a.example/sesame _http://b.example/sesame 1ftp://sesame')
    expect(text).toBe('...https://a.example/... _http://b.example/... 1ftp://...')
  })

  test('takes time linear in the length', () => {
    expect(redact('a.'.repeat(500_000))).toHaveLength(2000)
  })

  test('cuts long texts', () => expect(redact('a'.repeat(10_000))).toHaveLength(2000))
})
