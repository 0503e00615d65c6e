import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createEgress, createHttpClient } from '@render/net'
import { askModel } from '@render/llm'
import { createProviderFetch } from '../src/provider-fetch.ts'
import { question, startSetup, type Setup } from './setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await startSetup()
})
afterAll(async () => {
  await setup[Symbol.asyncDispose]()
})
beforeEach(() => setup.reset())

const KEY = 'sentinel-key-of-models'
const credential = () => ({ provider: 'openai', apiKey: KEY, baseUrl: setup.double.url })
const ask = (timeoutMs?: number, differing = {}) =>
  askModel(
    { ...question, credential: credential(), ...differing },
    { http: setup.http, ...setup.limits(timeoutMs) },
  )

const LEAK = JSON.stringify({ error: { message: `Wrong key ${KEY}` } })

test.each([
  [401, 'The provider does not accept the credential (HTTP 401).'],
  [404, 'The provider does not know the model, or its API is not at this address (HTTP 404).'],
  [429, 'The provider answered with HTTP 429.'],
  [500, 'The provider answered with HTTP 500.'],
])('HTTP %i is an error without the text of the provider', async (status, error) => {
  setup.double.answer = (_request, res) => void res.writeHead(status).end(LEAK)
  expect(await ask()).toEqual({ error, warnings: [] })
  expect(setup.double.requests).toHaveLength(1)
})

test('C19: a redirect is not followed', async () => {
  setup.double.answer = (_request, res) =>
    void res.writeHead(307, { location: `${setup.canary.url}/chat/completions` }).end()
  expect(await ask()).toEqual({ error: 'The provider answered with HTTP 307.', warnings: [] })
  expect(setup.canary.requests).toEqual([])
})

test('C19: an endless response is not read to its end', async () => {
  let sentBytes = 0
  setup.double.answer = (_request, res) => {
    const write = () => {
      do sentBytes += 65_536
      while (!res.destroyed && res.write('x'.repeat(65_536)))
    }
    res.on('drain', write).on('error', () => undefined)
    write()
  }
  expect(await ask()).toEqual({ error: 'The response of the provider is too large.', warnings: [] })
  // The limit is 8 MB; the rest was on the way.
  expect(sentBytes).toBeLessThan(40 * 1024 ** 2)
})

test('a library that asks another origin gets no response, and that origin no request', async () => {
  const { http } = setup
  const fetch = createProviderFetch({ http, base: `${setup.double.url}/v1`, ...setup.limits() })
  const init = { method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body: '{}' }
  await expect(fetch(`${setup.canary.url}/v1/chat/completions`, init)).rejects.toThrow(
    'The model is not at the address of the provider.',
  )
  expect(setup.canary.requests).toEqual([])
})

test.each(['no JSON', '{}', '{"choices":[]}', '[]', ''])('the response %j is an error', async (text) => {
  setup.double.answer = (_request, res) =>
    void res.writeHead(200, { 'content-type': 'application/json' }).end(text)
  expect(await ask()).toEqual({
    error: expect.stringMatching(/^The (response|model|provider did not return)/),
    warnings: [],
  })
})

test('a provider that never answers is given up', async () => {
  setup.double.answer = () => undefined
  expect(await ask(300)).toEqual({ error: 'The model did not answer within 0.3 seconds.', warnings: [] })
})

test('a cancelled question rejects with the reason, and its connection is closed', async () => {
  const cancelling = new AbortController()
  const reason = new Error('cancelled')
  const closed = Promise.withResolvers<void>()
  setup.double.answer = (_request, res) => {
    res.once('close', closed.resolve)
    cancelling.abort(reason)
  }
  const { http } = setup
  const asking = askModel(
    { ...question, credential: credential() },
    { http, signal: cancelling.signal, timeoutMs: 600_000 },
  )
  await expect(asking).rejects.toBe(reason)
  await closed.promise
}, 30_000)

test('C18: an address that is not allowed gets no request', async () => {
  const { signal, timeoutMs } = setup.limits()
  const http = createHttpClient(createEgress({ allow: [] }))
  const asking = askModel({ ...question, credential: credential() }, { http, signal, timeoutMs })
  expect(await asking).toEqual({ error: 'The address of the provider is not allowed.', warnings: [] })
  expect(setup.double.requests).toEqual([])
})

test('a model name cannot leave the address of the provider', async () => {
  const baseUrl = `${setup.double.url}/v1beta`
  for (const model of [
    '@evil.example/x',
    '//evil.example/x',
    'https://evil.example/x',
    'models/../../..//x',
  ]) {
    const differing = { model, credential: { provider: 'google', apiKey: KEY, baseUrl } }
    await ask(undefined, differing)
  }
  // All of them arrived here, where the key belongs.
  expect(setup.double.requests.every(({ headers }) => headers.host === new URL(baseUrl).host)).toBe(true)
})
