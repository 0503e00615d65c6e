import { expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { environment } from './config.ts'

test.each([
  ['ARTEFACT_DAYS', '0', 'a whole number, 1 or more'],
  ['AUDIT_DAYS', '0', 'a whole number, 1 or more'],
  ['RECORD_DAYS', '0', 'a whole number, 1 or more'],
  ['REPORT_DAYS', '0', 'a whole number, 1 or more'],
  ['UNCONFIRMED_DAYS', '0', 'a whole number, 1 or more'],
  ['LOG_LEVEL', 'verbose', 'one of: trace, debug'],
  ['TRUST_PROXY', '1', 'IP addresses'],
  ['DATABASE_URL', 'localhost:5432', 'a URL that begins with postgresql://'],
  ['REDIS_URL', 'localhost:6379', 'a URL that begins with redis://'],
  ['VAULT_KEYS', '[]', 'a JSON array of {kid'],
  ['VAULT_KEYS', '{"kid":"a","key":"AAAA"}', 'a JSON array of {kid'],
  ['VAULT_KEYS', '[{"kid":"a","key":"AAAA"}]', 'a JSON array of {kid'],
  ['WORKER_PUBLIC_KEY', 'null', 'a public JWK (X25519)'],
  ['DISPATCHER_PUBLIC_KEY', '{"kty":"OKP","crv":"Ed25519","x":"AAAA"}', 'a public JWK (X25519)'],
  ['SMTP_URL', 'smtp.example.com:587', 'a URL that begins with smtps://'],
] as const)('%s=%s is refused', (name, value, valid) => {
  expect(() => readConfig({ [name]: environment[name] }, { [name]: value })).toThrow(
    `${name}: must be ${valid}`,
  )
})
