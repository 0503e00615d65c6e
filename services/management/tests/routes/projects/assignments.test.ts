import { describe, expect, test } from '@jest/globals'
import { createOpen } from '@render/vault'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
let count = 0
const aName = () => `Name ${(count += 1)}`
const PROXY = 'http://me:sesame@a.example:8080'

const assignables = {
  StorageCredential: {
    field: 'storageCredentialId',
    list: 'listStorageCredentials',
    create: 'createStorageCredential',
    content: { provider: 'azure', accountName: 'own', containerName: 'a', sasToken: 'sesame' },
  },
  Proxy: {
    field: 'proxyId',
    list: 'listProxies',
    create: 'createProxies',
    content: { proxies: [{ name: 'a', url: PROXY }] },
  },
  LlmCredential: {
    field: 'llmCredentialId',
    list: 'listLlmCredentials',
    create: 'createLlmCredential',
    content: { provider: 'openai', apiKey: 'sesame' },
  },
}

for (const [noun, { field, list, create, content }] of Object.entries(assignables)) {
  const make = async () => (await api.ask(create, { body: { name: aName(), ...content } })).body.id as string
  const right = async () => ({
    params: { project: (await makeProject(api)).id },
    body: { [field]: await make() },
  })
  /** Returns the ids of the projects that each one is assigned to. */
  const assigned = async () => {
    const { body } = await api.ask(list)
    const [all] = Object.values<{ id: string; assignedProjectIds: string[] }[]>(body)
    return Object.fromEntries(all!.map(({ id, assignedProjectIds }) => [id, assignedProjectIds]))
  }

  describeRoute(api, `assign${noun}`, { right }, (ask) => {
    describe('200', () => {
      test('assigns it to the project in place of the previous one', async () => {
        const { params, body } = await right()
        await ask({ params, body })
        const other = await make()
        expect((await ask({ params, body: { [field]: other } })).body).toMatchObject({
          id: params.project,
          [field]: other,
        })
        expect(await assigned()).toMatchObject({ [body[field]!]: [], [other]: [params.project] })
      })
    })

    describe('400', () => {
      test.each([{}, { [field]: '' }, { [field]: null }])('refuses %j', async (body) => {
        expect((await ask({ ...(await right()), body })).body.data).toMatchObject([{ path: `body.${field}` }])
      })
    })

    describe('404', () => {
      test('does not find an unknown id', async () => {
        expect((await ask({ ...(await right()), body: { [field]: 'x_nobody' } })).status).toBe(404)
      })

      test('does not find an id of another kind', async () => {
        for (const other of Object.values(assignables).filter((each) => each.field !== field)) {
          const { id } = (await api.ask(other.create, { body: { name: aName(), ...other.content } })).body
          expect((await ask({ ...(await right()), body: { [field]: id } })).status).toBe(404)
        }
      })
    })
  })

  describeRoute(api, `unassign${noun}`, { right }, (ask) => {
    describe('200', () => {
      test('leaves the project without one, also when repeated', async () => {
        const { params, body } = await right()
        await api.ask(`assign${noun}`, { params, body })
        for (let time = 0; time < 2; time++) expect((await ask({ params })).body[field]).toBeNull()
        expect(await assigned()).toMatchObject({ [body[field]!]: [] })
      })
    })
  })
}

test('gateways get the proxies of a project while they are assigned', async () => {
  const params = { project: (await makeProject(api)).id }
  const { apiSecret } = (await api.ask('createProjectKeys', { params })).body
  const { id } = (await api.ask('createProxies', { body: { name: aName(), ...assignables.Proxy.content } }))
    .body
  await api.ask('assignProxy', { params, body: { proxyId: id } })
  const open = createOpen([api.backing.workerKeys.privateKey])
  const { id: projectId, sealedForWorker } = (await accountOf(api, apiSecret))!.project!
  expect(open(sealedForWorker!, { projectId })).toEqual({ proxies: [PROXY] })
  await api.ask('unassignProxy', { params })
  expect((await accountOf(api, apiSecret))!.project!.sealedForWorker).toBeUndefined()
})

test('gateways get the object store of a project, and workers its keys with the address that they are for', async () => {
  const params = { project: (await makeProject(api)).id }
  const { apiSecret } = (await api.ask('createProjectKeys', { params })).body
  const open = createOpen([api.backing.workerKeys.privateKey])
  const address = { region: 'eu-west-1', endpoint: 'https://store.example' }
  const keys = { accessKeyId: 'AKIA-sesame', secretAccessKey: 'sesame' }
  const container = { accountName: 'acc', containerName: 'con', sasToken: 'sig=sesame' }
  const cases = [
    {
      content: { provider: 'custom', bucket: 'pictures', ...address, ...keys },
      settings: { bucket: 'pictures', ...address },
      secrets: Object.keys(keys),
      sealed: { provider: 'custom', ...address, ...keys },
    },
    {
      content: { provider: 'azure', ...container },
      settings: { accountName: 'acc', containerName: 'con' },
      secrets: ['sasToken'],
      sealed: { provider: 'azure', accountName: 'acc', sasToken: 'sig=sesame' },
    },
  ]
  for (const { content, settings, secrets, sealed } of cases) {
    const body = { name: aName(), ...content }
    const { id } = (await api.ask('createStorageCredential', { body })).body
    await api.ask('assignStorageCredential', { params, body: { storageCredentialId: id } })
    const { id: projectId, sealedForWorker, storage } = (await accountOf(api, apiSecret))!.project!
    expect(storage).toEqual({
      provider: content.provider,
      settings,
      secrets: expect.arrayContaining(secrets),
    })
    expect(open(sealedForWorker!, { projectId })).toEqual({ storage: sealed })
  }
  await api.ask('unassignStorageCredential', { params })
  const { project } = (await accountOf(api, apiSecret))!
  expect([project!.storage, project!.sealedForWorker]).toEqual([undefined, undefined])
})
