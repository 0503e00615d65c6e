import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { ALLOWED_HOST, describeCredentials, SECRET } from './describe-credentials.ts'

const KEYS = ['bucket', 'accessKeyId', 'secretAccessKey']

const api = useApi(async () => ({ EGRESS_ALLOW: ALLOWED_HOST }))

describe('the fields of the published command line', () => {
  const create = (body: object) => api.ask('createStorageCredential', { body })

  test('are accepted', async () => {
    const keys = { bucket: 'b', region: 'eu-west-1', key: 'AKIA-sesame-0123456789', secret: SECRET }
    const made = await create({ name: 'cli', type: 's3', provider: 'aws_s3', ...keys })
    expect(made.body).toMatchObject({
      provider: 'aws_s3',
      accessKeyId: '…6789',
      secretAccessKey: '…cdef',
    })
    expect(made.body).toMatchObject({ type: 's3', key: '…6789', secret: '…cdef' })
    const params = { credential: made.body.id }
    const changed = await api.ask('changeStorageCredential', {
      params,
      body: { key: 'AKIA-other-0987654321' },
    })
    expect(changed.body).toMatchObject({ accessKeyId: '…4321', secretAccessKey: '…cdef' })
    const azure = { accountName: 'account', containerName: 'pages', sasToken: 'sig=0123456789abcdef' }
    expect((await create({ name: 'cli azure', type: 'azure', ...azure })).body).toMatchObject({
      provider: 'azure',
      type: 'azure',
      key: null,
    })
    const { status } = await api.ask('changeStorageCredential', {
      params,
      body: { key: '…4321', accessKeyId: '…4321' },
    })
    expect(status).toBe(200)
  })

  test('may repeat the provider in a change, and leave settings empty', async () => {
    const keys = { bucket: 'b', region: 'eu-west-1', key: 'AKIA-sesame-0123456789', secret: SECRET }
    const provider = { type: 's3', provider: 'aws_s3' }
    const made = await create({ name: 'cli again', ...provider, ...keys, cdnHost: 'cdn.example' })
    const change = (body: object) =>
      api.ask('changeStorageCredential', { params: { credential: made.body.id }, body })
    const body = { ...provider, region: 'eu-west-2', cdnHost: '' }
    expect((await change(body)).body).toMatchObject({ ...provider, region: 'eu-west-2', cdnHost: null })
    for (const other of [{ provider: 'minio' }, { type: 'azure' }]) {
      const { status, body } = await change(other)
      const path = `body.${Object.keys(other)[0]}`
      expect([status, body.data]).toEqual([400, [{ path, message: expect.stringContaining('be changed') }]])
    }
  })

  test('make private objects and a checksum the default of renders', async () => {
    const keys = { bucket: 'b', region: 'eu-west-1', key: 'AKIA-sesame-0123456789', secret: SECRET }
    const flags = { privateBucket: true, objectLock: true }
    const made = await create({ name: 'cli private', type: 's3', provider: 'aws_s3', ...keys, ...flags })
    expect(made.body).toMatchObject(flags)
    const project = api.backing.owner.projectId
    const params = { project, credential: made.body.id }
    await api.ask('assignStorageCredential', { params, body: { storageCredentialId: made.body.id } })
    const account = await accountOf(api, api.backing.keys.secretKey)
    expect(account!.project!.storage).toMatchObject({ settings: flags })
    await api.ask('unassignStorageCredential', { params })
    const body = { privateBucket: false, objectLock: null }
    expect((await api.ask('changeStorageCredential', { params, body })).body).toMatchObject(body)
  })

  test('are refused when they contradict others', async () => {
    const pathsOf = async (body: object) =>
      (await create({ name: 'wrong', bucket: 'b', region: 'a', ...body })).body.data.map(
        ({ path }: { path: string }) => path,
      )
    expect(await pathsOf({ type: 's3' })).toEqual(['body.provider'])
    expect(await pathsOf({})).toEqual(['body.provider'])
    expect(await pathsOf({ type: 'azure', provider: 'aws_s3' })).toEqual(['body.type'])
    expect(await pathsOf({ type: 's3', provider: 'azure' })).toEqual(['body.type'])
    expect(await pathsOf({ provider: 'aws_s3', key: 'a', accessKeyId: 'b' })).toEqual(['body.key'])
  })
})

describe('an endpoint', () => {
  const content = { name: 'r2', provider: 'cloudflare_r2', bucket: 'b', key: 'k', secret: SECRET }
  const body = { ...content, cdnHost: 'cdn.example' }

  test('may have a path, and neither ends nor begins with the bucket', async () => {
    const endpoint = 'https://0123.r2.cloudflarestorage.com/'
    const { data } = (
      await api.ask('createStorageCredential', { body: { ...body, endpoint: `${endpoint}b` } })
    ).body
    expect(data).toEqual([
      { path: 'body.endpoint', message: 'must not end with the bucket, which is a field of its own' },
    ])
    const ofBucket = { ...body, endpoint: 'https://b.0123.r2.cloudflarestorage.com' }
    expect((await api.ask('createStorageCredential', { body: ofBucket })).body.data).toEqual([
      { path: 'body.endpoint', message: 'must not begin with the bucket, which is a field of its own' },
    ])
    const other = { ...body, name: 'supabase', endpoint: 'https://0123.supabase.co/storage/v1/s3' }
    for (const accepted of [{ ...body, endpoint }, other])
      expect((await api.ask('createStorageCredential', { body: accepted })).status).toBe(200)
  })
})

describeCredentials(api, {
  kind: 'storage',
  noun: 'StorageCredential',
  list: 'storageCredentials',
  prefix: /^store_/,
  content: {
    provider: 'aws_s3',
    bucket: 'pictures',
    region: 'eu-west-1',
    accessKeyId: 'AKIA-sesame-0123456789',
    secretAccessKey: SECRET,
  },
  masked: { accessKeyId: '…6789', secretAccessKey: '…cdef', sasToken: null, endpoint: null },
  secrets: ['secretAccessKey', 'accessKeyId'],
  setting: 'bucket',
  address: 'endpoint',
  unset: ['cdnHost', 'containerName'],
  assigned: 'storageCredentialId',
  needs: [
    ['aws_s3', [...KEYS, 'region']],
    ['cloudflare_r2', [...KEYS, 'endpoint', 'cdnHost']],
    ['wasabi', [...KEYS, 'region']],
    ['azure', ['accountName', 'containerName', 'sasToken']],
  ],
  wrong: [
    ['endpoint', 'http://elsewhere.example'],
    ['endpoint', 'ftp://a.example'],
    ['endpoint', 'https://me:sesame@store.example'],
    ['endpoint', 'https://store.example/#pictures'],
    ['cdnHost', 'https://a.example'],
    ['bucketName', 'x'],
    ['accountName', 'evil.example/'],
    ['accountName', 'UpperCase'],
  ],
})
