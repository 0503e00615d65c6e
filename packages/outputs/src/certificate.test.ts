import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { isCertificateOf, startCertificate } from './certificate.ts'

const OPTIONS = '{"format":"md","url":"http://a.example/ü"}'
const FILE = Buffer.from('# One\n\nTwo €\n')
const TIME = '2026-01-02T03:04:05.006Z'

function certify(chunks: Buffer[], timestamp?: string) {
  const certificate = startCertificate(OPTIONS)
  for (const chunk of chunks) certificate.update(chunk)
  return certificate.end(timestamp)
}

async function* chunked(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 3) yield file.subarray(at, at + 3)
}

describe('a certificate', () => {
  test('has the hash of options, file and time, however the file is cut', () => {
    const certifiedHash = createHash('sha256')
      .update(Buffer.concat([Buffer.from(OPTIONS), FILE, Buffer.from(TIME)]))
      .digest('hex')
    const expected = { timestamp: TIME, hashedOptions: OPTIONS, certifiedHash }
    expect(certify([FILE], TIME)).toEqual(expected)
    expect(certify([FILE.subarray(0, 10), FILE.subarray(10)], TIME)).toEqual(expected)
  })

  test('has the time at which the file was complete', () => {
    const before = Date.now()
    const { timestamp } = certify([FILE])
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now())
  })

  test('A-CERT-2: is not that of another file, other options or another time', async () => {
    const certificate = certify([FILE])
    expect(await isCertificateOf(certificate, chunked(FILE))).toBe(true)
    for (let at = 0; at < FILE.length; at++) {
      const changed = Buffer.from(FILE)
      changed[at]! ^= 1
      expect(await isCertificateOf(certificate, chunked(changed))).toBe(false)
    }
    const others = [
      { hashedOptions: OPTIONS.replace('md', 'mD') },
      { timestamp: certificate.timestamp.replace('Z', '') },
      { certifiedHash: certificate.certifiedHash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
    ]
    for (const other of others)
      expect(await isCertificateOf({ ...certificate, ...other }, chunked(FILE))).toBe(false)
  })
})
