import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createEgress, createHttpClient } from '@render/net'
import { MODEL_TOKEN } from '@render/testkit'
import { askModel } from '@render/llm'
import { generateKeyPairSync } from 'node:crypto'
import { question, startSetup, type Setup } from './setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await startSetup()
})
afterAll(async () => {
  await setup[Symbol.asyncDispose]()
})
beforeEach(() => setup.reset())

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ format: 'pem', type: 'pkcs8' })

function ask(
  tokenUri: string,
  { key = PEM, http = setup.http }: { key?: unknown; http?: Setup['http'] } = {},
) {
  const credential = {
    provider: 'google-vertex',
    baseUrl: `${setup.double.url}/v9`,
    gcpProject: 'mine',
    gcpLocation: 'europe-west4',
    gcpServiceAccountJson: JSON.stringify({
      client_email: 'me@mine.example',
      private_key: key,
      token_uri: tokenUri,
    }),
  }
  return askModel({ ...question, credential }, { http, ...setup.limits() })
}

test('the address that a key file names gets a signed claim, and neither the key nor a question', async () => {
  expect(await ask(`${setup.canary.url}/token`)).toMatchObject({ answer: 'An answer.' })
  expect(setup.canary.requests.map(({ path }) => path)).toEqual(['/token'])
  const { body, headers } = setup.canary.requests[0]!
  const [head, claims, signature] = new URLSearchParams(body).get('assertion')!.split('.')
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
    iss: 'me@mine.example',
    aud: `${setup.canary.url}/token`,
  })
  const { subtle } = crypto
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const verifier = await subtle.importKey('jwk', publicKey.export({ format: 'jwk' }), algorithm, false, [
    'verify',
  ])
  const bytes = Buffer.from(signature!, 'base64url')
  expect(await subtle.verify(algorithm, verifier, bytes, Buffer.from(`${head}.${claims}`))).toBe(true)
  expect(JSON.stringify([body, headers])).not.toMatch(/PRIVATE|What is it/)
  expect(setup.double.requests).toMatchObject([{ headers: { authorization: `Bearer ${MODEL_TOKEN}` } }])
})

const NOT_ALLOWED = 'The address of the provider is not allowed.'
test.each([
  ['http://10.0.0.1/token', NOT_ALLOWED],
  ['http://169.254.169.254/latest', NOT_ALLOWED],
  ['http://localhost:1/token', NOT_ALLOWED],
  ['file:///etc/passwd', '"token_uri" of the key file must be an http or https URL.'],
  ['token', '"token_uri" of the key file must be an http or https URL.'],
])('L-11, C18: a key file that names %s is refused without a request', async (tokenUri, error) => {
  expect(await ask(tokenUri)).toEqual({ error, warnings: [] })
  expect(setup.double.requests).toEqual([])
})

test('L-11, C18: an address that the operator has not allowed gets no request', async () => {
  const http = createHttpClient(createEgress({ allow: [] }))
  expect(await ask(`${setup.canary.url}/token`, { http })).toEqual({ error: NOT_ALLOWED, warnings: [] })
  expect(setup.canary.requests).toEqual([])
})

test('C19: a redirect of the address is not followed', async () => {
  setup.double.answer = (_request, res) =>
    void res.writeHead(307, { location: `${setup.canary.url}/token` }).end()
  const error = 'The provider answered with HTTP 307.'
  expect(await ask(`${setup.double.url}/token`)).toEqual({ error, warnings: [] })
  expect([setup.double.requests.length, setup.canary.requests]).toEqual([1, []])
})

test('a response without a token, and a key that cannot sign, are errors without their text', async () => {
  setup.double.answer = (_request, res) => void res.end('{"error":"sesame"}')
  const uri = `${setup.double.url}/token`
  expect(await ask(uri)).toEqual({
    error: 'The provider returned no token for the key file.',
    warnings: [],
  })
  expect(await ask(uri, { key: 'sesame' })).toEqual({
    error: 'The key file has no private key that can sign with RS256.',
    warnings: [],
  })
})
