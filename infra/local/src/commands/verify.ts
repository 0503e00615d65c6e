// `npm run verify -- <certificate> <file>`: checks that a file, its options and its time are those of its certificate, which is
// in a result as JSON, or in headers that `curl -D` saved.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isCertificateOf } from '@render/outputs'
import { checkout } from '../state/checkout.ts'
import { readCertificate } from './read-certificate.ts'

// npm runs commands in the checkout, and says where it was called.
const paths = process.argv.slice(2).map((path) => resolve(process.env.INIT_CWD ?? checkout, path))

try {
  await verify(paths)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function verify([certificatePath, filePath, ...others]: string[]): Promise<void> {
  if (!certificatePath || !filePath || others.length > 0)
    throw new Error(
      'Usage: npm run verify -- <certificate> <file>; the certificate is a result as JSON, or headers of `curl -D`.',
    )
  const certificate = readCertificate(await readFile(certificatePath, 'utf8'))
  if (!(await isCertificateOf(certificate, createReadStream(filePath))))
    throw new Error('Not valid: file, options or time are not those of the certificate.')
  console.log(`Valid: made at ${certificate.timestamp} with these options:\n${certificate.hashedOptions}`)
}
