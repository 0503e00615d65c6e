// Files in a bucket of the caller's, from the credential that management keeps to the object.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sendRequest, startS3Server, startWebhookCatcher, until, type S3Server } from '@render/testkit'
import { filesUnder } from '../hardening/files-under.ts'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()
const html = '<body style="background: #0f0"><p>Page text.'
let server: S3Server

beforeAll(async () => {
  server = await startS3Server()
  const { organisationId, projectId } = world.stack
  const below = `/organisation/${organisationId}`
  const { accessKeyId, secretAccessKey, bucket, url: endpoint } = server
  const credential = { name: 'a', provider: 'custom', bucket, endpoint, accessKeyId, secretAccessKey }
  const { id } = (await world.manage(`${below}/storage-credentials`, credential)).body
  const path = `${below}/projects/${projectId}/storage-credential`
  expect((await world.manage(path, { storageCredentialId: id }, 'PUT')).status).toBe(200)
  // Gateways know of it once they have heard of the change.
  await until(async () => (await world.client.sync({ html, use_s3: true, mock: true })).status === 200)
})

afterAll(async () => server[Symbol.asyncDispose]())

const addressOf = (key: string) => `${server.url}/${server.bucket}/${key}`

describe('use_s3', () => {
  test('A-S3-1, A-S3-11: stores with the credential of the project; answer, record and webhook say where', async () => {
    await using catcher = await startWebhookCatcher()
    const { status, body } = await world.client.sync({
      html,
      use_s3: true,
      s3_path: '/a//page',
      save_html: true,
      webhook_url: catcher.url,
    })
    expect([status, body.renderUrl, body.htmlUrl]).toEqual([
      200,
      addressOf('a/page.png'),
      addressOf('a/page.html'),
    ])
    const file = await fetch(body.renderUrl)
    expect([file.headers.get('content-type'), file.headers.get('content-length')]).toEqual([
      'image/png',
      String(body.size),
    ])
    expect(await (await fetch(body.htmlUrl)).text()).toContain('Page text.')
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ result: { renderUrl: body.renderUrl } })
    const record = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`)
    expect(record.body.renderUrl).toBe(body.renderUrl)

    const deleted = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.stack.secretKey}` },
    })
    expect(deleted.body.renderUrl).toBeUndefined()
    expect(deleted.body.warnings).toEqual([expect.stringContaining('were not deleted')])
    expect((await fetch(addressOf('a/page.png'))).status).toBe(200)
  })

  test('A-S3-11: says where the file of an asynchronous render is', async () => {
    const { body } = await world.client.async({ html, use_s3: true, s3_path: 'later', mock: true })
    const record = await world.client.untilFinished(body.statusUrl)
    expect(record.body.renderUrl).toBe(addressOf('later.png'))
    expect((await fetch(addressOf('later.png'))).status).toBe(200)
  })

  test('A-S3-11: answers the bytes as well', async () => {
    const { status, headers, body } = await world.client.sync({
      html,
      use_s3: true,
      s3_path: 'b',
      response_type: 'base64',
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const stored = Buffer.from(await (await fetch(addressOf('b.png'))).arrayBuffer())
    expect(Buffer.from(Buffer.from(body).toString(), 'base64').equals(stored)).toBe(true)
  })

  test('A-S3-6, A-S3-14: fails with the code of the store; no secret is kept', async () => {
    const own = { s3_key: 'AKIAsesame0123456789', s3_secret: 'sesame-own-secret-0123456789' }
    const { status, body } = await world.client.sync({
      html,
      use_s3: true,
      ...own,
      s3_bucket: server.bucket,
      s3_endpoint: server.url,
    })
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'UploadFailedError',
      '"use_s3": the store answered 403 (InvalidAccessKeyId).',
    ])
    const { logs, redis } = world.stack.directories
    for (const text of [JSON.stringify(body), filesUnder(logs), filesUnder(redis!)])
      expect(text).not.toContain('sesame-own-secret')
  })

  test('A-S3-8: sends the keys of the project to no other endpoint', async () => {
    const { status, body } = await world.client.sync({
      html,
      use_s3: true,
      s3_endpoint: world.origin.url,
    })
    expect([status, body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(world.origin.seen).toEqual([])
  })
})
