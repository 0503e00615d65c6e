import { afterAll, describe, expect, test } from '@jest/globals'
import {
  bucketError,
  ORIGIN_HOST,
  startAzureServer,
  startBucketDouble,
  startS3Server,
  type AzureServer,
  type S3Server,
} from '@render/testkit'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'
import { describeCopiedSecrets } from './describe-copied-secrets.ts'

let server: S3Server
let azure: AzureServer
const api = useApi(async () => {
  server = await startS3Server()
  azure = await startAzureServer()
  return { EGRESS_ALLOW: '127.0.1.0/24', AZURE_BLOB_ENDPOINT: azure.endpoint }
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await azure[Symbol.asyncDispose]()
})

const KEY = 'renders/credential-test.txt'
let count = 0
const make = async (content: object) => {
  const body = { name: `Store ${(count += 1)}`, ...content }
  return { params: { credential: (await api.ask('createStorageCredential', { body })).body.id as string } }
}
const bucket = (more: object = {}) => ({
  provider: 'custom',
  bucket: server.bucket,
  endpoint: server.url,
  accessKeyId: server.accessKeyId,
  secretAccessKey: server.secretAccessKey,
  ...more,
})
const container = (sasToken: string) => ({
  provider: 'azure',
  accountName: azure.account,
  containerName: azure.container,
  sasToken,
})
const right = () => make(bucket())

describeRoute(api, 'testStorageCredential', { right }, (ask) => {
  describe('200', () => {
    test('writes to a bucket, and deletes what it wrote', async () => {
      await using double = await startBucketDouble()
      expect((await ask(await right())).body).toEqual({ ok: true })
      expect((await server.get(KEY)).status).toBe(404)
      const inDouble = await make(bucket({ endpoint: double.url, secretAccessKey: 'sesame' }))
      expect((await ask(inDouble)).body).toEqual({ ok: true })
      expect(double.requests.map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    })

    test('writes as the credential says', async () => {
      await using double = await startBucketDouble()
      const kind = { endpoint: double.url, secretAccessKey: 'sesame', privateBucket: true, objectLock: true }
      expect((await ask(await make(bucket(kind)))).body).toEqual({ ok: true })
      const [{ headers }] = double.requests as [(typeof double.requests)[number]]
      expect(headers).not.toHaveProperty('x-amz-acl')
      expect(headers).toHaveProperty('content-md5')
      double.answer = bucketError(403, 'AccessDenied')
      double.requests.length = 0
      expect((await ask(await make(bucket(kind)))).body.error).toBe('The store answered 403 (AccessDenied).')
      expect(double.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    })

    test('writes to a container, also with a token that may not delete', async () => {
      const blob = azure.client.getBlobClient(KEY)
      expect((await ask(await make(container(azure.sas('cwd'))))).body).toEqual({ ok: true })
      expect(await blob.exists()).toBe(false)
      expect((await ask(await make(container(azure.sas('cw'))))).body).toEqual({ ok: true })
      expect(await blob.exists()).toBe(true)
    })

    test.each<[string, () => object, string]>([
      ['has a wrong key', () => bucket({ accessKeyId: 'sesame' }), '403 (InvalidAccessKeyId)'],
      ['names no bucket of its store', () => bucket({ bucket: 'others' }), '404 (NoSuchBucket)'],
      [
        'leads to a closed port',
        () => bucket({ endpoint: `http://${ORIGIN_HOST}:9` }),
        'could not be reached',
      ],
      ['leads to a private address', () => bucket({ endpoint: 'https://10.0.0.1' }), 'public IP address'],
      ['may only read a container', () => container(azure.sas('r')), '403 (AuthorizationPermissionMismatch)'],
    ])('explains why a credential that %s is not usable', async (_, content, says) => {
      const { body, text } = await ask(await make(content()))
      expect(body).toEqual({ ok: false, error: expect.stringContaining(says) })
      expect(text).not.toMatch(/sesame|sig=/)
    })

    test('says that a bucket accepts private files only', async () => {
      await using double = await startBucketDouble()
      double.answers.push(bucketError(403, 'AccessDenied'))
      const { body } = await ask(await make(bucket({ endpoint: double.url })))
      expect(body).toEqual({ ok: false, error: expect.stringContaining('"s3_private_bucket"') })
    })

    test('C17: sends no token to another host that the name of an account makes', async () => {
      const credential = await make(container(azure.sas()))
      await api.backing.query(
        `update credentials set settings = settings || '{"accountName": "evil.example/"}' where id = $1`,
        [credential.params.credential],
      )
      expect((await ask(credential)).body).toEqual({
        ok: false,
        error: expect.stringContaining('"accountName"'),
      })
    })
  })

  describeCopiedSecrets(api, ask, right)
})
