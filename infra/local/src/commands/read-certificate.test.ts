import { describe, expect, test } from '@jest/globals'
import { readCertificate } from './read-certificate.ts'

const certificate = {
  timestamp: '2026-01-02T03:04:05.006Z',
  hashedOptions: '{"url":"http://a.example/ü"}',
  certifiedHash: 'ab'.repeat(32),
}
const headersWith = (prefix: string, { timestamp, hashedOptions, certifiedHash } = certificate) =>
  [
    'HTTP/1.1 200 OK',
    `${prefix}-certified-hash: ${certifiedHash}`,
    `${prefix}-Certified-Timestamp: ${timestamp}`,
    `${prefix}-certified-options: ${Buffer.from(hashedOptions).toString('base64url')}`,
    '',
  ].join('\r\n')

describe('reading a certificate', () => {
  test.each([
    ['a result', JSON.stringify({ renderUrl: 'x', ...certificate, size: 5 })],
    ['an event', JSON.stringify({ event: 'render.succeeded', result: certificate })],
    ['headers', headersWith('x-service')],
    ['headers with an older prefix', headersWith('x-older')],
    [
      'headers after a redirect',
      headersWith('x-service', { ...certificate, certifiedHash: 'cd'.repeat(32) }) + headersWith('x-service'),
    ],
  ])('from %s', (_, text) => {
    expect(readCertificate(text)).toEqual(certificate)
  })

  test.each([
    ['{"timestamp":1}', '"timestamp" is missing.'],
    [JSON.stringify({ ...certificate, timestamp: '2026-01-02T03:04:05Z' }), '"timestamp" does not have'],
    [JSON.stringify({ ...certificate, hashedOptions: '{"url":' }), '"hashedOptions" does not have'],
    [JSON.stringify({ ...certificate, certifiedHash: 'AB' }), '"certifiedHash" does not have'],
    [
      headersWith('x-service').replace(/.*options.*\r\n/, ''),
      '"x-service-certified-options" is missing. Options that are too long',
    ],
  ])('is refused: %s', (text, message) => {
    expect(() => readCertificate(text)).toThrow(message)
  })
})
