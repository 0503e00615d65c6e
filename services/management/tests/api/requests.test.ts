import { describe, expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import { useApi } from './use-api.ts'

const api = useApi()
const headers = () => ({ 'x-api-key': api.backing.keys.organisationKey, 'content-type': 'application/json' })
const post = (body: string) => api.send('/v2/projects', { method: 'POST', headers: headers(), body })

describe('an answer', () => {
  test('is not cached: other organisations use the same URL', async () => {
    const answers = [await api.ask('listProjects'), await api.ask('createProject', { body: { name: 'a' } })]
    const document = await api.send('/v2/openapi.json')
    for (const { status, headers } of [...answers, document])
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  })
})

describe('a request', () => {
  test.each<[what: string, body: string, data?: object[]]>([
    ['is not JSON', '{'],
    ['is not an object', '[]'],
    ['lacks a name', '{}', [{ path: 'body.name', message: 'is required' }]],
    ['has a name of another type', '{"name":1}', [{ path: 'body.name', message: 'must be string' }]],
    ['has a name of blanks', '{"name":"  "}'],
    ['has a name that is too long', JSON.stringify({ name: 'x'.repeat(121) })],
    ['has more than is known', '{"name":"a","x":1}', [{ path: 'body.x', message: 'is not a known field' }]],
  ])('that %s is refused with the invalid field', async (...[, body, data]) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 400, body: { defined: false, code: 'BAD_REQUEST', status: 400 } })
    if (data) expect(answer.body.data).toEqual(data)
    expect(answer.headers.get('x-service-error-message')).toBeTruthy()
  })

  test.each<[where: string, id: string, request: object]>([
    ['a name', 'createProject', { body: { name: 'a\0b' } }],
    ['a query', 'listRenders', { query: { tag: 'a\0b' } }],
    [
      'a member of an object',
      'createLlmCredential',
      { body: { name: 'a', provider: 'openai', apiKey: 'x', schema: { 'a\0': [] } } },
    ],
    ['an option', 'changeRenderDefaults', { params: { project: 'x' }, body: { options: { css: 'a\0b' } } }],
  ])('with NUL in %s is refused', async (_, id, request) => {
    expect((await api.ask(id, request)).body).toMatchObject({
      code: 'BAD_REQUEST',
      data: [{ message: 'must not contain NUL or a lone surrogate' }],
    })
  })

  test('for an id with NUL gets 404', async () => {
    expect((await api.ask('getProject', { params: { project: 'a\0b' } })).body.code).toBe('NOT_FOUND')
  })

  test('for an unknown path or method gets 404 or 405', async () => {
    expect(await api.send('/v2/nothing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const answer = await api.send('/v2/projects', { method: 'PUT' })
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_SUPPORTED' } })
  })

  test('can have a name of at most 120 characters', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(120) }))).status).toBe(200)
  })
})

test('the OpenAPI document is public and describes every endpoint', async () => {
  const { status, body } = await api.send('/v2/openapi.json')
  expect(status).toBe(200)
  expect(await new Validator().validate(body)).toEqual({ valid: true })
  expect(body.paths['/projects'].post.requestBody.content['application/json'].schema.required).toEqual([
    'name',
  ])
})
