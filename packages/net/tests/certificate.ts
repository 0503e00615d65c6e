// Creates self-signed certificates, so that tests need neither private keys in the repository nor openssl.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  /** PEM. */
  cert: string
  /** PEM. */
  key: string
}

const oids = {
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
}

/** Creates a certificate for one DNS name, valid from an hour ago for `validHours`; a negative number makes it expired. */
export function selfSignedCertificate(name: string, validHours = 24): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(oids.ecdsaWithSha256))
  const subject = sequence(set(sequence(oid(oids.commonName), text(name))))
  const dnsName = tlv(0x82, Buffer.from(name))
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(time(hoursFromNow(Math.min(-1, validHours - 1))), time(hoursFromNow(validHours))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(oid(oids.subjectAltName), tlv(0x04, sequence(dnsName))))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000)
}

function time(date: Date): Buffer {
  return tlv(0x18, Buffer.from(date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')))
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts)
}

function set(...parts: Buffer[]): Buffer {
  return tlv(0x31, ...parts)
}

function oid(bytes: number[]): Buffer {
  return tlv(0x06, Buffer.from(bytes))
}

function text(value: string): Buffer {
  return tlv(0x0c, Buffer.from(value))
}

function integer(bytes: Buffer): Buffer {
  return tlv(0x02, bytes)
}

/** Encodes a DER value: a tag, the length in its shortest form, the content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
