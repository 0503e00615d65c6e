// Where the files of a render go, and that they go nowhere else: presigned URLs and `no_upload`.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  sendRequest,
  signLink,
  startS3Server,
  startUploadReceiver,
  type ApiResponse,
  type S3Server,
  type UploadReceiver,
  waitOn,
} from '@render/testkit'
import { filesUnder } from '../hardening/files-under.ts'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()
const html = '<title>A page</title><body style="background: #0f0"><p>Page text.'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
let server: S3Server
let receiver: UploadReceiver

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(async () => server[Symbol.asyncDispose]())

beforeEach(async () => {
  receiver = await startUploadReceiver()
})
afterEach(async () => receiver[Symbol.asyncDispose]())

const addressOf = (name: string) => `${receiver.url}/${name}?X-Amz-Signature=sesame-signature`
const isPicture = ({ body }: ApiResponse) => Buffer.from(body).subarray(0, PNG.length).equals(PNG)
const recordOf = async (id: unknown) =>
  (await sendRequest(`${world.stack.baseUrl}/v1/render/${String(id)}`)).body
const refusal = ({ status, body }: ApiResponse) => [status, body.error.code, body.error.details?.[0].option]

describe('s3_presigned_url', () => {
  test('A-PRE-1: gets the file; answer and record have its address without the signature', async () => {
    const { status, body } = await world.client.sync({
      html,
      s3_presigned_url: await server.presign('a/page.png', 'image/png'),
    })
    const location = `${server.url}/${server.bucket}/a/page.png`
    expect([status, body.renderUrl]).toEqual([200, location])
    expect(await recordOf(body.renderId)).toMatchObject({ renderUrl: location })
    const object = await server.get('a/page.png')
    expect([object.headers.get('content-type'), object.headers.get('content-length')]).toEqual([
      'image/png',
      String(body.size),
    ])
    expect(
      Buffer.from(await object.arrayBuffer())
        .subarray(0, PNG.length)
        .equals(PNG),
    ).toBe(true)
  })

  test('A-PRE-2: and the addresses of side files get a file each', async () => {
    const names = ['main', 'html', 'mhtml', 'markdown', 'metadata', 'resource_info']
    const { status, body } = await world.client.sync({
      html,
      s3_presigned_url: addressOf('main'),
      s3_presigned_url_html: addressOf('html'),
      s3_presigned_url_mhtml: addressOf('mhtml'),
      s3_presigned_url_markdown: addressOf('markdown'),
      s3_presigned_url_metadata: addressOf('metadata'),
      s3_presigned_url_resource_info: addressOf('resource_info'),
    })
    const { renderUrl, htmlUrl, mhtmlUrl, markdownUrl, metadataUrl, resourceInfoUrl } = body
    const addresses = [renderUrl, htmlUrl, mhtmlUrl, markdownUrl, metadataUrl, resourceInfoUrl]
    expect([status, addresses]).toEqual([200, names.map((name) => `${receiver.url}/${name}`)])
    expect(receiver.received.map(({ method, path }) => `${method} ${path.split('?')[0]}`).toSorted()).toEqual(
      names.map((name) => `PUT /${name}`).toSorted(),
    )
    const text = receiver.received.find(({ path }) => path.startsWith('/markdown?'))!
    expect([text.headers['content-type'], String(text.body)]).toEqual([
      'text/markdown; charset=utf-8',
      expect.stringContaining('Page text.'),
    ])
  })

  test('A-PRE-3: alone leaves side files here, and is refused so with secure_mode', async () => {
    const options = { html, s3_presigned_url: addressOf('a'), save_html: true }
    const { body } = await world.client.sync(options)
    expect(body.htmlUrl).toMatch(`${world.stack.baseUrl}/renders/`)
    expect(String(Buffer.from((await sendRequest(body.htmlUrl)).body))).toContain('Page text.')
    const secure = await world.client.sync({ ...options, secure_mode: true })
    expect(refusal(secure)).toEqual([400, 'InvalidOptions', 'secure_mode'])
  })

  test('answers the bytes as well', async () => {
    const answer = await world.client.sync({
      html,
      mock: true,
      s3_presigned_url: addressOf('a'),
      response_type: 'binary',
    })
    expect([answer.status, isPicture(answer)]).toEqual([200, true])
    expect(receiver.received[0]!.body.equals(Buffer.from(answer.body))).toBe(true)
  })

  test('A-PRE-4, A-PRE-6: that is refused fails the render; its signature is nowhere', async () => {
    receiver.answers.push(403)
    const failed = await world.client.sync({ html, mock: true, s3_presigned_url: addressOf('a') })
    expect(refusal(failed)).toEqual([400, 'UploadFailedError', 's3_presigned_url'])
    receiver.answers.push(500, 500)
    const { status, body } = await world.client.sync({ html, mock: true, s3_presigned_url: addressOf('b') })
    expect([status, receiver.received.length]).toEqual([200, 4])
    const record = await recordOf(body.renderId)
    const { logs, redis } = world.stack.directories
    const texts = [JSON.stringify([failed.body, body, record]), filesUnder(logs), filesUnder(redis!)]
    expect(texts.map((text) => text.includes('sesame-signature'))).toEqual([false, false, false])
    // The search finds what is not secret.
    expect(texts.map((text) => text.includes(body.renderId))).toEqual([true, true, true])
  })

  test.each([
    ['http://10.0.0.1/a', 'URLDoesNotResolveError'],
    ['http://169.254.169.254/latest', 'URLDoesNotResolveError'],
    ['file:///etc/passwd', 'InvalidURLError'],
    ['https://a.example/\0', 'InvalidOptions'],
  ])('A-PRE-5: is refused at %j', async (address, code) => {
    for (const option of ['s3_presigned_url', 's3_presigned_url_html'])
      expect(refusal(await world.client.sync({ html, [option]: address }))).toEqual([400, code, option])
  })

  test('is refused in a link, and beside another storage', async () => {
    const link = signLink(world.stack, { html: 'x', s3_presigned_url: addressOf('a') })
    const linked = await sendRequest(world.stack.baseUrl + link)
    expect(refusal(linked)).toEqual([400, 'InvalidOptions', 's3_presigned_url'])
    const both = await world.client.sync({ html, s3_presigned_url: addressOf('a'), use_azure: true })
    expect(refusal(both)).toEqual([400, 'ConflictingStorageOptionsError', 's3_presigned_url'])
    expect(receiver.received).toEqual([])
  })
})

describe('no_upload', () => {
  const only = { html, no_upload: true, response_type: 'binary' }

  test('A-PRE-7: answers the bytes; nothing has an address of the file', async () => {
    const answer = await world.client.sync({ ...only, format: 'jpg' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const record = await recordOf(answer.headers.get('x-service-render-id'))
    expect(record).toMatchObject({ status: 'succeeded', size: answer.body.length })
    expect(record).not.toHaveProperty('renderUrl')
    const text = await world.client.sync({ ...only, mock: true, response_type: 'base64' })
    expect(String(Buffer.from(text.body))).toMatch(/^iVBOR/)
    const mock = await world.client.sync({ ...only, mock: true })
    expect([mock.status, isPicture(mock)]).toEqual([200, true])
  })

  test('answers a link each time with a file of its own', async () => {
    const address = world.stack.baseUrl + signLink(world.stack, { html: 'x', no_upload: 'true' })
    const answers = [await sendRequest(address), await sendRequest(address)]
    const ids = answers.map(({ headers }) => headers.get('x-service-render-id'))
    expect(answers.map(isPicture)).toEqual([true, true])
    expect(ids[0]).not.toBe(ids[1])
  })

  test('answers who continues to wait', async () => {
    const first = await world.client.sync({ ...only, delay: 2500, redirect_after: 1 })
    expect(first.status).toBe(307)
    const answer = await waitOn(first.headers.get('location')!)
    expect([answer.status, isPicture(answer)]).toEqual([200, true])
  })

  test.each([
    { response_type: 'json' },
    { response_type: 'none' },
    { webhook_url: 'http://127.0.1.1:1/' },
    { save_html: true },
  ])('A-PRE-8: is refused with %j', async (more) => {
    const answer = await world.client.sync({ ...only, ...more })
    expect(refusal(answer)).toEqual([400, 'InvalidOptions', 'no_upload'])
  })

  test('A-PRE-8: is refused where nobody waits', async () => {
    expect(refusal(await world.client.async(only))).toEqual([400, 'InvalidOptions', 'no_upload'])
  })
})

describe('secure_mode', () => {
  test('A-PRE-10: is refused for a file that stays here, and with a certificate', async () => {
    for (const [options, named] of [
      [{}, 'secure_mode'],
      [{ response_type: 'binary', certify: true }, 'certify'],
    ] as const)
      expect(refusal(await world.client.sync({ html, secure_mode: true, ...options }))).toEqual([
        400,
        'InvalidOptions',
        named,
      ])
  })

  test('A-PRE-10: makes a render each time that a link is used', async () => {
    const address = world.stack.baseUrl + signLink(world.stack, { html: 'x', secure_mode: 'true' })
    for (let time = 0; time < 2; time++) {
      const answer = await sendRequest(address)
      expect([answer.status, isPicture(answer), answer.headers.get('x-service-cache-status')]).toEqual([
        200,
        true,
        'MISS',
      ])
    }
  })
})
