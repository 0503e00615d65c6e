import { SECRET_FIELDS, type LlmCredential } from './credential.ts'

/** Shorter texts are no secrets, and occur in usual answers. */
const MINIMUM_LENGTH = 8

/** Returns a JSON value in which no text contains a secret of a credential: a server could quote what it was sent. */
export function withoutSecrets(value: unknown, credential: LlmCredential): unknown {
  const secrets = SECRET_FIELDS.flatMap((field) => credential[field] ?? []).filter(
    ({ length }) => length >= MINIMUM_LENGTH,
  )
  return secrets.length === 0 ? value : redact(value, secrets)
}

function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), value)
  if (Array.isArray(value)) return value.map((each) => redact(each, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redact(name, secrets), redact(each, secrets)]),
  )
}
