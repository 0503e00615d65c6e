import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  sendRequest,
  signLink,
  startModelDouble,
  startWebhookCatcher,
  until,
  type ModelDouble,
} from '@render/testkit'
import { filesUnder } from '../hardening/files-under.ts'
import { useSharedStack } from '../use-shared-stack.ts'

const KEY = 'sesame-stored-key-0123456789'
const OWN_KEY = 'sesame-own-key-0123456789'
const html = '<body style="background: #0f0"><p>Page text.'

const world = useSharedStack()
let double: ModelDouble

beforeAll(async () => {
  double = await startModelDouble()
  const { organisationId, projectId } = world.stack
  const below = `/organisation/${organisationId}`
  const credential = {
    name: 'a',
    provider: 'openai',
    apiKey: KEY,
    baseUrl: `${double.url}/v1`,
    model: 'stored-model',
  }
  const { id } = (await world.manage(`${below}/llm-credentials`, credential)).body
  const path = `${below}/projects/${projectId}/llm-credential`
  expect((await world.manage(path, { llmCredentialId: id }, 'PUT')).status).toBe(200)
  // Gateways know of it once they have heard of the change.
  await until(async () => (await world.client.sync({ ...asked, mock: true })).status === 200)
})

afterAll(async () => double[Symbol.asyncDispose]())

beforeEach(() => {
  double.requests.length = 0
  double.answers.splice(0, Infinity, 'An answer.')
  double.answer = undefined
})

const asked = { html, use_llm: true, llm_prompt: 'What is it?' }
const usage = async () => (await world.manage('/usage')).body.rendersUsed as number

describe('use_llm', () => {
  test('asks with the credential of the project; answer, status and webhook have what the model says', async () => {
    await using catcher = await startWebhookCatcher()
    const before = await usage()
    const own = { llm_provider: 'openai', llm_key: OWN_KEY, llm_base_url: `${double.url}/own` }
    const { status, headers, body } = await world.client.sync({
      ...asked,
      llm_model: 'own-model',
      webhook_url: catcher.url,
    })
    expect([status, body.llm]).toEqual([200, 'An answer.'])
    expect(double.requests).toHaveLength(1)
    expect(double.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(double.requests[0]!.body).toContain('"model":"own-model"')
    expect(double.requests[0]!.user.join()).toContain('Page text.')

    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ result: { llm: 'An answer.' } })
    const record = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`)
    expect(record.body.llm).toBe('An answer.')
    await until(async () => (await usage()) === before + 1)

    const { body: second } = await world.client.sync({ ...asked, ...own, response_type: 'jsondebug' })
    expect([second.llm, double.requests.at(-1)?.path]).toEqual(['An answer.', '/own/chat/completions'])
    const plain = (await world.client.sync({ html })).body
    const [withAnswer, without] = await Promise.all(
      [second, plain].map(async ({ renderUrl }) => Buffer.from((await sendRequest(renderUrl)).body)),
    )
    expect(withAnswer!.equals(without!)).toBe(true)

    const { logs, redis } = world.stack.directories
    const seen = [body, [...headers], event, record.body, second].map((each) => JSON.stringify(each))
    const kept = [filesUnder(logs), filesUnder(redis!)]
    for (const text of kept) expect(text).toContain(body.renderId)
    for (const text of [...seen, ...kept])
      expect([KEY, OWN_KEY].filter((key) => text.includes(key))).toEqual([])
  })

  test('A-LLM-5: never fails a render, and a key never follows a redirect', async () => {
    await using canary = await startModelDouble()
    const failures: [NonNullable<ModelDouble['answer']>, message: string][] = [
      ...[401, 429, 500].map((status): (typeof failures)[number] => [
        (_request, res) => void res.writeHead(status).end(`Wrong key ${KEY}`),
        `HTTP ${status}`,
      ]),
      [
        (_request, res) => void res.writeHead(307, { location: `${canary.url}/chat/completions` }).end(),
        'HTTP 307',
      ],
      [sendForEver, 'is too large'],
      [(_request, res) => void res.destroy(), 'cannot be reached'],
    ]
    const results = []
    for (const [answer] of failures) {
      double.answer = answer
      results.push(await world.client.sync(asked))
    }
    expect(results.map(({ status, body }) => [status, body.llm, typeof body.renderUrl])).toEqual(
      failures.map(() => [200, null, 'string']),
    )
    for (const [at, [, message]] of failures.entries())
      expect(results[at]!.body.llmError).toEqual({ message: expect.stringMatching(message) })
    expect(JSON.stringify(results)).not.toContain(KEY)
    expect(canary.requests).toEqual([])
    expect(double.requests).toHaveLength(failures.length)
  })

  test('L-9: a cached link gives its answer again, and takes no key', async () => {
    const { baseUrl } = world.stack
    const get = (query: object) =>
      sendRequest(baseUrl + signLink(world.stack, { html, use_llm: 'true', response_type: 'json', ...query }))
    const question = { llm_prompt: 'What is linked?' }
    const [first, again] = [await get(question), await get(question)]
    expect([first, again].map(({ headers }) => headers.get('x-service-cache-status'))).toEqual([
      'MISS',
      'HIT',
    ])
    expect([first.body.llm, again.body.llm]).toEqual(['An answer.', 'An answer.'])
    expect(double.requests).toHaveLength(1)
    const refused = await get({ llm_provider: 'openai', llm_key: OWN_KEY })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(double.requests).toHaveLength(1)
  })

  test('ends with the render that is cancelled, which holds no browser meanwhile', async () => {
    let isClosed = false
    double.answer = (_request, res) => void res.once('close', () => (isClosed = true))
    const { body } = await world.client.async(asked)
    await until(() => double.requests.length === 1)
    const removed = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.stack.secretKey}` },
    })
    expect(removed.body).toMatchObject({ status: 'failed', error: { code: 'RenderCancelledError' } })
    await until(() => isClosed)
  })

  test('is refused without what it needs, or with a stored key for another address', async () => {
    const refused = async (options: object) => {
      const { status, body } = await world.client.sync({ ...asked, ...options })
      return [
        status,
        body.error.code,
        ...(body.error.details ?? []).map(({ option }: { option: string }) => option),
      ]
    }
    expect(await refused({ llm_prompt: '' })).toEqual([400, 'InvalidOptions', 'llm_prompt'])
    expect(await refused({ llm_provider: 'groq' })).toEqual([400, 'InvalidOptions', 'llm_model', 'llm_key'])
    const other = { llm_base_url: world.origin.url }
    expect(await refused(other)).toEqual([400, 'InvalidOptions', 'llm_base_url'])
    const own = { llm_provider: 'openai', llm_key: OWN_KEY, llm_model: 'a' }
    expect(await refused({ ...own, llm_base_url: 'http://10.0.0.1/v1' })).toEqual([
      400,
      'URLDoesNotResolveError',
      'llm_base_url',
    ])
    expect(await refused({ ...own, llm_aws_region: 'x.evil/' })).toEqual([
      400,
      'InvalidOptions',
      'llm_aws_region',
    ])
    expect(double.requests).toEqual([])
  })
})

const sendForEver: NonNullable<ModelDouble['answer']> = (_request, res) => {
  const write = () => {
    while (!res.destroyed && res.write('x'.repeat(65_536)));
  }
  res.on('drain', write).on('error', () => undefined)
  write()
}
