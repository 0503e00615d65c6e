import { describe, expect, test } from '@jest/globals'
import { useApi } from './use-api.ts'

const api = useApi()
let count = 0
const aName = () => `Credential ${(count += 1)}`
const SECRET = 'sesame-0123456789abcdef'

const kinds = {
  StorageCredential: {
    prefix: /^store_/,
    list: 'storageCredentials',
    body: () => ({
      name: aName(),
      provider: 'aws_s3',
      bucket: 'pictures',
      region: 'eu-west-1',
      accessKeyId: 'AKIA-sesame-0123456789',
      secretAccessKey: SECRET,
    }),
    shown: { accessKeyId: '…6789', secretAccessKey: '…cdef', sasToken: null, endpoint: null },
    secret: 'secretAccessKey',
    setting: 'bucket',
    assign: 'storageCredentialId',
  },
  LlmCredential: {
    prefix: /^llm_/,
    list: 'llmCredentials',
    body: () => ({ name: aName(), provider: 'anthropic', apiKey: SECRET, model: 'a-model', maxTokens: 100 }),
    shown: { apiKey: '…cdef', awsSecretAccessKey: null, temperature: null, schema: null },
    secret: 'apiKey',
    setting: 'model',
    assign: 'llmCredentialId',
  },
}

describe.each(Object.entries(kinds))('a %s', (noun, kind) => {
  const make = async (more: object = {}) =>
    (await api.ask(`create${noun}`, { body: { ...kind.body(), ...more } })).body
  const change = (id: string, body: object) => api.ask(`change${noun}`, { params: { credential: id }, body })

  test('G32: is made, listed and shown without its secrets', async () => {
    const body = kind.body()
    const made = await api.ask(`create${noun}`, { body })
    expect(made.body).toMatchObject({ ...body, ...kind.shown, assignedProjectIds: [] })
    expect(made.body.id).toMatch(kind.prefix)
    const one = await api.ask(`get${noun}`, { params: { credential: made.body.id } })
    expect(one.body).toEqual(made.body)
    const all = await api.ask(`list${noun}s`)
    expect(all.body[kind.list].at(-1)).toEqual(made.body)
    const rows = await api.backing.query('select * from credentials')
    expect(JSON.stringify([made.text, one.text, all.text, rows])).not.toContain('sesame')
  })

  test('is changed in what is named; null takes away, a hint leaves what is there', async () => {
    const made = await make()
    const { id } = made
    expect((await change(id, {})).body).toEqual(made)
    expect((await change(id, { [kind.setting]: 'other' })).body).toEqual({ ...made, [kind.setting]: 'other' })
    expect((await change(id, { [kind.secret]: made[kind.secret] })).body[kind.secret]).toBe('…cdef')
    expect((await change(id, { [kind.secret]: 'another-secret-zyxw' })).body[kind.secret]).toBe('…zyxw')
    const refused = await change(id, { [kind.secret]: null })
    expect(refused.body).toMatchObject({
      code: 'BAD_REQUEST',
      data: [{ path: `body.${kind.secret}`, message: expect.stringContaining(`provider ${made.provider}`) }],
    })
    expect((await change(id, { provider: 'custom' })).body.data).toEqual([
      { path: 'body.provider', message: 'is not known here' },
    ])
  })

  test('does not have its secrets sent to another address by whoever does not know them', async () => {
    const { id } = await make(noun === 'LlmCredential' ? {} : { endpoint: 'https://store.example' })
    const address = noun === 'LlmCredential' ? 'baseUrl' : 'endpoint'
    const elsewhere = { [address]: 'https://evil.example' }
    const { secret } = kind
    for (const known of [{}, { [secret]: '…cdef' }, { [secret]: 'another' }]) {
      const { status, body } = await change(id, { ...elsewhere, ...known })
      const kept = { path: expect.stringMatching(/^body\./), message: expect.stringContaining(address) }
      if (noun === 'LlmCredential' && known[secret] === 'another') expect(status).toBe(200)
      else expect([status, body.data]).toEqual([400, expect.arrayContaining([kept])])
    }
    const { name: _, provider: __, ...all } = kind.body() as Record<string, unknown>
    const own = `https://own.example/${noun}`
    expect((await change(id, { ...all, [address]: own })).body[address]).toBe(own)
    expect((await change(id, { [address]: own, name: aName() })).status).toBe(200)
  })

  test('has a name of its own', async () => {
    const [first, second] = [await make(), await make()]
    const expected = { code: 'BAD_REQUEST', data: [{ path: 'body.name' }] }
    const again = await api.ask(`create${noun}`, { body: { ...kind.body(), name: first.name } })
    expect(again.body).toMatchObject(expected)
    expect((await change(second.id, { name: first.name })).body).toMatchObject(expected)
    expect((await change(second.id, { name: second.name })).status).toBe(200)
  })

  test('is not deleted under a project that uses it', async () => {
    const { id } = await make()
    const params = { project: api.backing.owner.projectId, credential: id }
    const assigned = await api.ask(`assign${noun}`, { params, body: { [kind.assign]: id } })
    expect(assigned.body[kind.assign]).toBe(id)
    expect((await api.ask(`get${noun}`, { params })).body.assignedProjectIds).toEqual([params.project])
    expect((await api.ask(`delete${noun}`, { params })).body.code).toBe('CONFLICT')
    expect((await api.ask(`unassign${noun}`, { params })).body[kind.assign]).toBeNull()
    expect((await api.ask(`delete${noun}`, { params })).status).toBe(200)
    for (const again of ['delete', 'get', 'change'])
      expect((await api.ask(`${again}${noun}`, { params, body: {} })).status).toBe(404)
  })

  test('is either used or deleted when both are asked for at once', async () => {
    for (let time = 0; time < 8; time++) {
      const { id } = await make()
      const params = { project: api.backing.owner.projectId, credential: id }
      const [assigned, deleted] = await Promise.all([
        api.ask(`assign${noun}`, { params, body: { [kind.assign]: id } }),
        api.ask(`delete${noun}`, { params }),
      ])
      expect(['200 409', '404 200']).toContain(`${assigned.status} ${deleted.status}`)
      await api.ask(`unassign${noun}`, { params })
    }
  })

  test('is no credential of the other kind', async () => {
    const { id } = await make()
    const other = noun === 'LlmCredential' ? 'StorageCredential' : 'LlmCredential'
    expect((await api.ask(`get${other}`, { params: { credential: id } })).status).toBe(404)
    const body = { [kinds[other].assign]: id }
    expect(
      (await api.ask(`assign${other}`, { params: { project: api.backing.owner.projectId }, body })).status,
    ).toBe(404)
  })
})

describe('what a provider needs', () => {
  test.each([
    ['StorageCredential', 'aws_s3', ['bucket', 'accessKeyId', 'secretAccessKey', 'region']],
    [
      'StorageCredential',
      'cloudflare_r2',
      ['bucket', 'accessKeyId', 'secretAccessKey', 'endpoint', 'cdnHost'],
    ],
    ['StorageCredential', 'wasabi', ['bucket', 'accessKeyId', 'secretAccessKey', 'region']],
    ['StorageCredential', 'azure', ['accountName', 'containerName', 'sasToken']],
    ['LlmCredential', 'openai', ['apiKey']],
    ['LlmCredential', 'azure', ['apiKey', 'azureResourceName']],
    ['LlmCredential', 'amazon-bedrock', ['awsRegion', 'awsAccessKeyId', 'awsSecretAccessKey']],
    ['LlmCredential', 'google-vertex', ['gcpProject', 'gcpLocation', 'gcpServiceAccountJson']],
  ])('%s of %s is named', async (noun, provider, fields) => {
    const { body } = await api.ask(`create${noun}`, { body: { name: aName(), provider } })
    expect(body.data.map(({ path }: { path: string }) => path)).toEqual(
      fields.map((field) => `body.${field}`),
    )
  })

  test.each<[noun: string, field: string, value: unknown]>([
    ['LlmCredential', 'baseUrl', 'file:///etc/passwd'],
    ['LlmCredential', 'baseUrl', 'https://me:sesame@models.example'],
    ['LlmCredential', 'azureResourceName', 'evil.example/'],
    ['LlmCredential', 'awsRegion', 'x.evil.example#'],
    ['LlmCredential', 'maxTokens', 0],
    ['LlmCredential', 'maxTokens', '5'],
    ['LlmCredential', 'temperature', 2.1],
    ['LlmCredential', 'output', 'text'],
    ['LlmCredential', 'gcpServiceAccountJson', '{}'],
    ['LlmCredential', 'apiKey', ''],
    ['LlmCredential', 'apiKey', 'x'.repeat(4097)],
    ['LlmCredential', 'provider', 'me'],
    ['LlmCredential', 'name', ' '],
    ['StorageCredential', 'endpoint', 'ftp://a.example'],
    ['StorageCredential', 'cdnHost', 'https://a.example'],
    ['StorageCredential', 'bucketName', 'x'],
  ])('of a %s, %s is not %j', async (noun, field, value) => {
    const right = noun === 'LlmCredential' ? { provider: 'openai', apiKey: 'x' } : { provider: 'custom' }
    const answer = await api.ask(`create${noun}`, { body: { name: aName(), ...right, [field]: value } })
    expect(answer.body).toMatchObject({ code: 'BAD_REQUEST' })
    expect(answer.body.data).toContainEqual({ path: `body.${field}`, message: expect.any(String) })
    expect(answer.text).not.toContain('sesame')
  })
})

test('an organisation has a hundred of a kind at most', async () => {
  const insert = `insert into credentials (id, organisation_id, kind, name, provider, settings, hints, sealed)
    select 'llm_' || n, $1, 'llm', 'Many ' || n, 'openai', '{}', '{}', '' from generate_series(1, 100) n`
  await api.backing.query(insert, [api.backing.owner.organisationId])
  const answer = await api.ask('createLlmCredential', { body: kinds.LlmCredential.body() })
  expect(answer.body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'body' }] })
  await api.backing.query(`delete from credentials where name like 'Many %'`)
})

test('credentials of models are listed and made without naming the organisation, too', async () => {
  const made = await api.ask('createLlmCredentialOfCaller', { body: kinds.LlmCredential.body() })
  expect(made.status).toBe(200)
  expect((await api.ask('listLlmCredentialsOfCaller')).body.llmCredentials.at(-1)).toEqual(made.body)
})
