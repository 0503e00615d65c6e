import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { untrustedCertificate } from './untrusted-certificate.ts'

/** Makes this process trust the certificate of the testkit, as NODE_EXTRA_CA_CERTS would; disposing ends that. */
export function trustTestCertificate(): Disposable {
  const former = getCACertificates('default')
  setDefaultCACertificates([...former, untrustedCertificate.cert])
  return { [Symbol.dispose]: () => setDefaultCACertificates(former) }
}
