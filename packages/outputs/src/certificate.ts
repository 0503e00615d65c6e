import { createHash } from 'node:crypto'

/** The evidence of what was made, how and when: whoever has the main file can check that all three are unchanged. */
export interface Certificate {
  /** When the file was complete: ISO 8601 in UTC, with milliseconds. */
  timestamp: string
  /** The options that decided what was made, as JSON by RFC 8785. */
  hashedOptions: string
  /** The SHA-256 in hex of this text, the bytes of the file and the timestamp, in this order with nothing between them. */
  certifiedHash: string
}

/** A certificate of a file that is being written. */
interface OpenCertificate {
  /** Adds the next bytes of the file. */
  update(bytes: Buffer): void
  /** Ends the certificate when the file is complete. */
  end(timestamp?: string): Certificate
}

export function startCertificate(hashedOptions: string): OpenCertificate {
  const hash = createHash('sha256').update(hashedOptions)
  return {
    update: (bytes) => void hash.update(bytes),
    end(timestamp = new Date().toISOString()) {
      return { timestamp, hashedOptions, certifiedHash: hash.update(timestamp).digest('hex') }
    },
  }
}

/** Returns whether a certificate is that of a file. */
export async function isCertificateOf(
  { timestamp, hashedOptions, certifiedHash }: Certificate,
  file: AsyncIterable<Buffer>,
): Promise<boolean> {
  const certificate = startCertificate(hashedOptions)
  for await (const chunk of file) certificate.update(chunk)
  return certificate.end(timestamp).certifiedHash === certifiedHash
}
