// Outputs at presigned URLs of callers. A stand-in for the engine makes the files.
import { beforeEach, describe, expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { PRESIGNED, type GivenOptions } from '@render/options'
import { sideFiles, type SideFileName, type SideOutput } from '@render/outputs'
import {
  listenOn,
  ORIGIN_HOST,
  startAzureServer,
  startS3Server,
  startUploadReceiver,
  type UploadReceiver,
} from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
let receiver: UploadReceiver
let sideOutputs: SideOutput[]

beforeEach(async () => {
  sideOutputs = []
  receiver = queue.use(await startUploadReceiver())
  queue.use(startStandIn(queue, async () => ({ ...rendered, sideOutputs })).worker)
})

const side = (kind: SideFileName): SideOutput => {
  const { type, suffix } = sideFiles[kind]
  return { type, suffix, body: { bytes: Buffer.from(kind) }, facts: { kind } }
}
const submit = (options: GivenOptions, copy?: 'brief') =>
  queue.submit({ html: 'x', ...options }, { upload: { ...(copy && { copy }) } })
const addressOf = (name: string) => `${receiver.url}/${name}?X-Amz-Signature=sesame`

async function refusal(address: string): Promise<string> {
  const ended = await queue.ended(await submit({ s3_presigned_url: address }))
  if (ended.status !== 'failed') return 'accepted'
  expect(JSON.stringify(ended)).not.toContain('sesame')
  return `${ended.error.code}: ${ended.error.message}`
}

describe('a presigned URL', () => {
  test('A-PRE-1: of a bucket gets the bytes and the type; our store has nothing', async () => {
    await using server = await startS3Server()
    const address = await server.presign('a/b.png', 'image/png')
    const id = await submit({ s3_presigned_url: address })
    const { artefact, answerKey } = await queue.succeeded(id)
    const location = `${server.url}/${server.bucket}/a/b.png`
    expect(artefact).toMatchObject({ location, contentType: 'image/png', sizeBytes: 7 })
    expect(answerKey).toBeUndefined()
    const object = await server.get('a/b.png')
    expect([object.headers.get('content-type'), await object.text()]).toEqual(['image/png', 'picture'])
    expect(readdirSync(queue.artefacts)).toEqual([])
  })

  test('A-AZ-8: of a container gets a block blob', async () => {
    await using azure = await startAzureServer()
    const base = `${azure.endpoint.replace('{account}', azure.account)}/${azure.container}/a.png`
    const { artefact } = await queue.succeeded(await submit({ s3_presigned_url: `${base}?${azure.sas()}` }))
    expect(artefact.location).toBe(base)
    const blob = azure.client.getBlobClient('a.png')
    expect(await blob.getProperties()).toMatchObject({ blobType: 'BlockBlob', contentType: 'image/png' })
    expect(String(await blob.downloadToBuffer())).toBe('picture')
  })

  test('A-PRE-2: of each side file gets that file', async () => {
    const names = (Object.keys(sideFiles) as SideFileName[]).filter((name) => name !== 'cookies')
    sideOutputs = names.map(side)
    const { artefact, files } = await queue.succeeded(
      await submit(Object.fromEntries(PRESIGNED.map((option) => [option, addressOf(option)]))),
    )
    const sent = new Map(
      receiver.received.map(({ path, ...upload }) => [path.slice(1).split('?')[0]!, upload]),
    )
    expect([...sent.keys()].toSorted()).toEqual([...PRESIGNED].toSorted())
    for (const upload of sent.values()) expect(upload.method).toBe('PUT')
    expect(String(sent.get('s3_presigned_url_html')!.body)).toBe('html')
    expect(sent.get('s3_presigned_url_mhtml')!.headers['content-type']).toBe('multipart/related')
    expect(artefact.location).toBe(`${receiver.url}/s3_presigned_url`)
    expect(files!.map(({ kind, file }) => [kind, file.location])).toEqual(
      names.map((name) => [name, `${receiver.url}/s3_presigned_url_${name}`]),
    )
    expect(readdirSync(queue.artefacts)).toEqual([])
  })

  test('A-PRE-3: of the main file alone leaves side files in our store', async () => {
    sideOutputs = [side('html')]
    const { files } = await queue.succeeded(
      await submit({ s3_presigned_url: addressOf('a'), save_html: true }),
    )
    expect(String(readFileSync(`${queue.artefacts}/${files![0]!.file.key}`))).toBe('html')
    expect(receiver.received).toHaveLength(1)
  })

  test('of a side file comes before the bucket of the main file, and before a main file of its kind', async () => {
    await using server = await startS3Server()
    sideOutputs = [side('html'), { ...side('markdown'), type: 'png' }]
    const options: GivenOptions = {
      use_s3: true,
      s3_key: server.accessKeyId,
      s3_secret: server.secretAccessKey,
      s3_bucket: server.bucket,
      s3_endpoint: server.url,
      s3_presigned_url_markdown: addressOf('text'),
    }
    const id = await queue.submit({ html: 'x', ...options }, { upload: { path: 'a' } })
    const { files } = await queue.succeeded(id)
    expect(files!.map(({ file }) => file.location)).toEqual([
      `${server.url}/${server.bucket}/a.html`,
      `${receiver.url}/text`,
    ])
  })

  test('leaves a copy here for an answer that contains the file', async () => {
    const { answerKey } = await queue.succeeded(await submit({ s3_presigned_url: addressOf('a') }, 'brief'))
    expect(String(readFileSync(`${queue.artefacts}/${answerKey}`))).toBe('picture')
    expect(await queue.redis.zcard('bull:sweeps:delayed')).toBe(1)
  })

  test('A-PRE-6: is nowhere in Redis as it was sent', async () => {
    const id = await submit({ s3_presigned_url: addressOf('a') })
    const { artefact } = await queue.succeeded(id)
    expect(artefact.location).toBe(`${receiver.url}/a`)
    const stored = JSON.stringify(await queue.redis.hgetall(`bull:renders:${id}`))
    expect(stored).toContain(`${receiver.url}/a`)
    expect(stored).not.toContain('sesame')
  })
})

describe('A-PRE-4: a presigned URL that', () => {
  test('fails twice gets the file with the third try', async () => {
    receiver.answers.push(500, 500)
    await queue.succeeded(await submit({ s3_presigned_url: addressOf('a') }))
    expect(receiver.received.map(({ body }) => String(body))).toEqual(['picture', 'picture', 'picture'])
  })

  test('refuses the file fails the render at once', async () => {
    receiver.answers.push(403)
    expect(await refusal(addressOf('a'))).toBe(
      'UploadFailedError: "s3_presigned_url": the address answered 403.',
    )
    expect(receiver.received).toHaveLength(1)
  })

  test('redirects is not followed', async () => {
    await using elsewhere = await listenOn(ORIGIN_HOST, (_req, res) => {
      res.writeHead(302, { location: addressOf('target') }).end()
    })
    expect(await refusal(`${elsewhere.url}/a?sesame`)).toBe(
      'UploadFailedError: "s3_presigned_url": the address answered 302.',
    )
    expect(receiver.received).toEqual([])
  })

  test.each(['http://10.0.0.1/?sesame', 'http://127.0.0.1:1/?sesame'])(
    'became private is not dialled: %s',
    async (address) => {
      expect(await refusal(address)).toBe(
        'UploadFailedError: "s3_presigned_url": the address does not resolve to a public IP address.',
      )
    },
  )
})
