// The artefact store in a bucket and in a container: the contract of all back ends, and what these two have in common.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buffer, text } from 'node:stream/consumers'
import { startAzureServer, startS3Server, type AzureServer, type S3Server } from '@render/testkit'
import { createStore, makeArtefactKey, type ArtefactStore, type StoreConfig } from '../src/index.ts'
import { containerObjects } from '../src/azure/container-objects.ts'
import { createObjectStore } from '../src/object-store/object-store.ts'
import { bucketFrom } from '../src/s3/bucket.ts'
import { bucketObjects } from '../src/s3/bucket-objects.ts'
import { countedBytes, describeStore } from './store-contract.ts'

const png = { contentType: 'image/png' }
const bytes = Buffer.from('a picture')
let s3: S3Server
let azure: AzureServer
const servers = new AsyncDisposableStack()
const stores = new AsyncDisposableStack()
let prefixes = 0

beforeAll(async () => {
  s3 = servers.use(await startS3Server('artefacts'))
  azure = servers.use(await startAzureServer('artefacts'))
})
afterAll(async () => {
  await stores.disposeAsync()
  await servers.disposeAsync()
})

const s3Config = (): StoreConfig => ({
  ARTEFACT_STORE: 's3',
  ARTEFACT_S3_BUCKET: s3.bucket,
  ARTEFACT_S3_ENDPOINT: s3.url,
  ARTEFACT_S3_ACCESS_KEY_ID: s3.accessKeyId,
  ARTEFACT_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
})
const azureConfig = (): StoreConfig => ({
  ARTEFACT_STORE: 'azure',
  ARTEFACT_AZURE_ACCOUNT: azure.account,
  ARTEFACT_AZURE_CONTAINER: azure.container,
  ARTEFACT_AZURE_SAS_TOKEN: azure.sas('rwdl'),
  ARTEFACT_AZURE_ENDPOINT: azure.endpoint,
})

const backEnds = [
  {
    name: 's3',
    config: s3Config,
    objects: () => {
      const { bucket, url: endpoint, accessKeyId, secretAccessKey } = s3
      return bucketObjects(bucketFrom({ bucket, endpoint, accessKeyId, secretAccessKey }))
    },
    put: (name: string) => s3.put(name, 'text'),
    typeOf: async (name: string) => (await s3.get(name)).headers.get('content-type'),
  },
  {
    name: 'azure',
    config: azureConfig,
    objects: () => {
      const { endpoint, account, container: name } = azure
      return containerObjects({ endpoint, account, name, sasToken: azure.sas('rwdl') })
    },
    put: async (name: string) => {
      const blobHTTPHeaders = { blobContentType: 'text/plain' }
      await azure.client.getBlockBlobClient(name).upload('text', 4, { blobHTTPHeaders })
    },
    typeOf: async (name: string) => (await azure.client.getBlobClient(name).getProperties()).contentType,
  },
]

for (const { name, config, objects, put, typeOf } of backEnds) {
  describeStore(name, async (settings) =>
    stores.use(createObjectStore(objects(), { prefix: `contract/${prefixes++}`, ...settings })),
  )

  describe(`the ${name} store of a configuration`, () => {
    const storeOf = (more: StoreConfig = {}): ArtefactStore =>
      stores.use(createStore({ ...config(), ...more }))

    test('keeps an artefact below its prefix, with its type', async () => {
      const key = makeArtefactKey('png')
      await storeOf({ ARTEFACT_PREFIX: '/a/b/' }).write(key, { bytes }, png)
      expect(await typeOf(`a/b/${key}`)).toBe('image/png')
      expect(await storeOf().find(key)).toBeUndefined()
      expect((await storeOf({ ARTEFACT_PREFIX: 'a/b' }).find(key))?.sizeBytes).toBe(bytes.length)
    })

    test('is the same for everybody who has it', async () => {
      const key = makeArtefactKey('png')
      await storeOf().write(key, { bytes }, png)
      const [one, other] = [await storeOf().find(key), await storeOf().find(key)]
      expect(one).toEqual(other)
      expect(Math.abs(Date.now() - one!.modified.getTime())).toBeLessThan(60_000)
      expect(await buffer(await storeOf().open(key))).toEqual(bytes)
    })

    test('writes a file of several parts, and reads a range of it across them', async () => {
      const store = storeOf()
      const key = makeArtefactKey('pdf')
      const large = countedBytes(17 * 1024 ** 2)
      expect(await store.write(key, { bytes: large }, png)).toMatchObject({ sizeBytes: large.length })
      expect((await buffer(await store.open(key))).equals(large)).toBe(true)
      const [start, end] = [16 * 1024 ** 2 - 2, 16 * 1024 ** 2 + 1]
      expect(await buffer(await store.open(key, { start, end }))).toEqual(large.subarray(start, end + 1))
    })

    test('sweeps nothing that is not an artefact', async () => {
      const store = storeOf({ ARTEFACT_PREFIX: 'swept' })
      const old = makeArtefactKey('png', new Date('2026-01-31'))
      await store.write(old, { bytes }, png)
      await put('swept/2026/01/31/report.pdf')
      expect(await store.sweep('2026-02-01')).toBe(1)
      expect(await store.find(old)).toBeUndefined()
      expect(await typeOf('swept/2026/01/31/report.pdf')).toBe('text/plain')
    })

    test('answers of its health that its space has no limit, and fails when it cannot be used', async () => {
      expect(await storeOf().health()).toEqual({ freeShare: 1 })
      const wrong = storeOf({ ARTEFACT_S3_BUCKET: 'nowhere', ARTEFACT_AZURE_CONTAINER: 'nowhere' })
      await expect(wrong.health()).rejects.toMatchObject({
        failure: 'refused',
        message: expect.stringMatching(/check: answered 40[34] \((NoSuchBucket|AuthorizationFailure)\)/),
      })
      const nobody = 'http://127.0.0.1:1'
      const away = storeOf({ ARTEFACT_S3_ENDPOINT: nobody, ARTEFACT_AZURE_ENDPOINT: nobody })
      await expect(away.health()).rejects.toMatchObject({
        failure: 'unavailable',
        message: expect.stringContaining('could not be reached, ECONNREFUSED'),
      })
    })
  })
}

test('the azure store can be opened with the key of the account', async () => {
  const { AccountKey } = Object.fromEntries(
    azure.connection.split(';').map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]),
  )
  const keyed = { ...azureConfig(), ARTEFACT_AZURE_SAS_TOKEN: '', ARTEFACT_AZURE_KEY: AccountKey }
  const store = stores.use(createStore(keyed))
  const key = makeArtefactKey('txt')
  await store.write(key, { bytes }, png)
  expect(await text(await store.open(key))).toBe('a picture')
  const forged = { ...keyed, ARTEFACT_AZURE_KEY: Buffer.from('forged').toString('base64') }
  await expect(stores.use(createStore(forged)).find(key)).rejects.toMatchObject({ failure: 'refused' })
})

test('the azure store is read with a token that only reads, and written with one that does not', async () => {
  const withToken = (permissions: string) =>
    stores.use(createStore({ ...azureConfig(), ARTEFACT_AZURE_SAS_TOKEN: azure.sas(permissions) }))
  const [reader, writer] = [withToken('rl'), withToken('wdl')]
  const refused = { failure: 'refused' }
  const key = makeArtefactKey('txt', new Date('2026-01-31'))
  await writer.write(key, { bytes }, png)
  await writer.write(key, { bytes: Buffer.alloc(17 * 1024 ** 2, 'x') }, png)
  await expect(writer.find(key)).rejects.toMatchObject(refused)
  expect((await reader.find(key))?.sizeBytes).toBe(17 * 1024 ** 2)
  await expect(reader.write(key, { bytes }, png)).rejects.toMatchObject(refused)
  await expect(reader.remove(key)).rejects.toMatchObject(refused)
  for (const store of [reader, writer]) expect(await store.health()).toEqual({ freeShare: 1 })
  expect(await writer.sweep('2026-02-01')).toBe(1)
  expect(await reader.find(key)).toBeUndefined()
})
