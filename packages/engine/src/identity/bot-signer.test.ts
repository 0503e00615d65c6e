import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { verify } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import { createBotSigner } from './bot-signer.ts'

function makeKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { key: privateKey.export({ format: 'jwk' }), publicKey: publicKey.export({ format: 'jwk' }) }
}

const { key, publicKey } = makeKeys()
const signRequest = createBotSigner({ key, id: 'a', agent: 'https://agent.example' })

async function isSigned(url: string, headers: Record<string, string>, by = publicKey): Promise<boolean> {
  const check = verify({ method: 'GET', url, headers }, await verifierFromJWK(by))
  return check.then(
    () => true,
    () => false,
  )
}

test.each(['https://site.example/a?b', 'http://site.example:8080/', 'https://SITE.example:443/'])(
  'the signature for %s is valid for this host and agent and this key only',
  async (url) => {
    const headers = signRequest(new URL(url))
    expect(headers['signature-agent']).toBe('"https://agent.example"')
    expect(await isSigned(url, headers)).toBe(true)
    expect(await isSigned('https://other.example/', headers)).toBe(false)
    expect(await isSigned(url, { ...headers, 'signature-agent': '"https://other.example"' })).toBe(false)
    expect(await isSigned(url, headers, makeKeys().publicKey)).toBe(false)
  },
)

test('returns a different signature for each request', () => {
  const url = new URL('https://site.example/')
  expect(signRequest(url)).not.toEqual(signRequest(url))
})

test('throws when the key is not an Ed25519 key', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  expect(() => createBotSigner({ key: other, id: 'a', agent: 'https://agent.example' })).toThrow('Ed25519')
})
