// The whole service with its artefacts in a bucket, and in a container, in place of a folder.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  readPicture,
  sendRequest,
  signLink,
  startAzureServer,
  startS3Server,
  until,
  untilAvailable,
  type AzureServer,
  type S3Server,
} from '@render/testkit'
import { existsSync } from 'node:fs'
import { useOwnStack } from '../use-own-stack.ts'

const GREEN = '<body style="background: #0f0">'
/** The form of an artefact key of a day whose artefacts have expired. */
const EXPIRED = '2020/01/02/aaaaaaaaaaaaaaaaaaaaaa.png'

type Environment = Record<string, string>

/** The services that use the artefact store. */
const USERS = ['gateway', 'render-worker', 'management'] as const

let bucket: S3Server
/** The variables of the artefact store, which a service reads at each start. */
let store: Environment

beforeAll(async () => {
  bucket = await startS3Server('artefacts')
  store = {
    ARTEFACT_STORE: 's3',
    ARTEFACT_PREFIX: 'ours',
    ARTEFACT_S3_BUCKET: bucket.bucket,
    ARTEFACT_S3_ENDPOINT: bucket.url,
    ARTEFACT_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    ARTEFACT_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  // Management schedules the first sweep at its start.
  for (const name of [`ours/${EXPIRED}`, `ours/2020/01/02/report.pdf`, EXPIRED]) await bucket.put(name, 'old')
})
const world = useOwnStack({
  adjustEnvironment: (service, environment) =>
    USERS.some((user) => user === service) ? { ...environment, ...store } : environment,
})
afterAll(async () => bucket[Symbol.asyncDispose]())

describe('artefacts in a bucket', () => {
  let otherUrl: string
  beforeAll(async () => {
    const { ports } = await world.stack.startAnother('gateway')
    otherUrl = `http://127.0.0.1:${ports.gateway}`
  })

  const keyOf = (url: string) => new URL(url).pathname.replace('/renders/', 'ours/')
  const storedAt = async (url: string) => Buffer.from(await (await bucket.get(keyOf(url))).arrayBuffer())
  const fromOther = (url: string, headers?: Environment) =>
    sendRequest(otherUrl + new URL(url).pathname, { headers })

  test('are there with their types, and nowhere else, and every gateway serves them', async () => {
    const { status, body } = await world.stack.client.sync({ html: GREEN, thumbnails: [{ preset: '1/2' }] })
    expect(status).toBe(200)
    const urls: string[] = [body.renderUrl, body.thumbnails[0].location]
    for (const url of urls) {
      expect((await bucket.get(keyOf(url))).headers.get('content-type')).toBe('image/png')
      const stored = await storedAt(url)
      expect((await readPicture(stored)).at(10, 10)).toBe('#00ff00')
      for (const answer of [await sendRequest(url), await fromOther(url)]) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(stored.equals(answer.body)).toBe(true)
      }
    }
    expect(existsSync(world.stack.info.directories.artefacts)).toBe(false)
  })

  test('are served in parts, and not again to those who have them', async () => {
    const { body } = await world.stack.client.sync({ html: GREEN })
    const stored = await storedAt(body.renderUrl)
    const part = await fromOther(body.renderUrl, { range: 'bytes=3-9' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 3-9/${stored.length}`])
    expect(Buffer.from(part.body)).toEqual(stored.subarray(3, 10))
    const etag = (await sendRequest(body.renderUrl)).headers.get('etag')!
    expect((await fromOther(body.renderUrl, { 'if-none-match': etag })).status).toBe(304)
    expect((await fromOther(body.renderUrl.replace(/.{6}\.png$/, 'AAAAAA.png'))).status).toBe(404)
  })

  test('are answered as bytes', async () => {
    const { headers, body } = await world.stack.client.sync({ html: GREEN, response_type: 'binary' })
    expect(headers.get('content-type')).toBe('image/png')
    expect((await readPicture(Buffer.from(body))).at(10, 10)).toBe('#00ff00')
  })

  test('answer a link again, from every gateway', async () => {
    const path = signLink(world.stack.info, { html: GREEN, width: '40', height: '30' })
    const first = await sendRequest(world.stack.info.baseUrl + path)
    const second = await sendRequest(otherUrl + path)
    const status = ({ headers }: typeof first) => headers.get('x-service-cache-status')
    expect([status(first), status(second)]).toEqual(['MISS', 'HIT'])
    expect(Buffer.from(second.body).equals(Buffer.from(first.body))).toBe(true)
  })

  test('are deleted with their render', async () => {
    const { body } = await world.stack.client.sync({ html: GREEN, save_html: true })
    const urls: string[] = [body.renderUrl, body.htmlUrl]
    const { status } = await untilAvailable(`${otherUrl}/v1/render/${body.renderId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.stack.info.secretKey}` },
    })
    expect(status).toBe(200)
    for (const url of urls) {
      await until(async () => (await bucket.get(keyOf(url))).status === 404)
      expect((await fromOther(url)).status).toBe(404)
    }
  })

  test('are swept when they have expired, and no other object is', async () => {
    await until(async () => (await bucket.get(`ours/${EXPIRED}`)).status === 404)
    expect((await bucket.get('ours/2020/01/02/report.pdf')).status).toBe(200)
    expect((await bucket.get(EXPIRED)).status).toBe(200)
  })
})

describe('artefacts in a container of Azure', () => {
  let azure: AzureServer

  beforeAll(async () => {
    azure = await startAzureServer('artefacts')
    store = {
      ARTEFACT_STORE: 'azure',
      ARTEFACT_AZURE_ACCOUNT: azure.account,
      ARTEFACT_AZURE_CONTAINER: azure.container,
      ARTEFACT_AZURE_SAS_TOKEN: azure.sas('rwdl'),
      ARTEFACT_AZURE_ENDPOINT: azure.endpoint,
      // Management sweeps once for each first day to keep. The default is the one of the bucket's sweep.
      ARTEFACT_DAYS: '20',
    }
    await azure.client.getBlockBlobClient(EXPIRED).upload('old', 3)
    const users = USERS.map((name) => world.stack.processes[name])
    await Promise.all(users.map((user) => user.stop()))
    await Promise.all(users.map((user) => user.start()))
  })
  afterAll(async () => azure[Symbol.asyncDispose]())

  test('are served, deleted and swept', async () => {
    const { status, body } = await world.stack.client.sync({ html: GREEN })
    expect(status).toBe(200)
    const blob = azure.client.getBlobClient(new URL(body.renderUrl).pathname.replace('/renders/', ''))
    const stored = await blob.downloadToBuffer()
    expect((await readPicture(stored)).at(10, 10)).toBe('#00ff00')
    expect(stored.equals((await sendRequest(body.renderUrl)).body)).toBe(true)

    await sendRequest(`${world.stack.info.baseUrl}/v1/render/${body.renderId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.stack.info.secretKey}` },
    })
    await until(async () => !(await blob.exists()))
    await until(async () => !(await azure.client.getBlobClient(EXPIRED).exists()))
  })
})
