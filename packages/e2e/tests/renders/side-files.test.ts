import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  sendRequest,
  readPicture,
  startUploadReceiver,
  startWebhookCatcher,
  type ApiResponse,
  type UploadReceiver,
  type WebhookCatcher,
} from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

interface File {
  width: number
  height: number
}
interface Thumbnail extends File {
  key: string
  location: string
}
interface Slice extends File {
  index: number
  offsetY: number
  url: string
}

describe('side files', () => {
  const world = useSharedStack({ renderDefaults: {} })
  let catcher: WebhookCatcher
  let receiver: UploadReceiver

  beforeEach(async () => {
    catcher = await startWebhookCatcher()
    receiver = await startUploadReceiver()
  })

  afterEach(async () => {
    await catcher[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const fetched = async (url: string) => {
    const { status, headers, body } = await sendRequest(url)
    expect(status).toBe(200)
    return { type: headers.get('content-type'), picture: await readPicture(body) }
  }

  /** Returns the response to the request, the event, and the status from the committed record. */
  async function resultsOf(sync: ApiResponse): Promise<Record<string, unknown>[]> {
    const [event] = await catcher.untilCaught(1)
    const record = await sendRequest(`${world.stack.baseUrl}/v1/render/${sync.body.renderId}`)
    return [sync.body, JSON.parse(event!.body).result, record.body]
  }

  test('are served at the URLs in every response, with the stated properties', async () => {
    const answer = await world.client.sync({
      url: `${world.origin.url}/tall`,
      full_page: true,
      format: 'webp',
      full_page_slices: true,
      full_page_slice_height: 2000,
      full_page_slice_overlap_height: 500,
      thumbnails: [
        { key: 'half', preset: '1/2' },
        { size: '40x30', position: 'bottom', suffix: '@tiny' },
      ],
      thumb_width: 64,
      webhook_url: catcher.url,
    })
    expect([answer.status, answer.body.warnings]).toEqual([200, undefined])
    const { renderUrl, thumbnails, slices } = answer.body as {
      renderUrl: string
      thumbnails: Thumbnail[]
      slices: Slice[]
    }
    for (const result of await resultsOf(answer))
      expect(result).toMatchObject({ renderUrl, thumbnails, slices, width: 64 })

    const beside = (suffix: string) => renderUrl.replace(/\.webp$/, `${suffix}.webp`)
    expect(thumbnails).toEqual([
      { key: 'half', location: beside('-half'), width: 640, height: 1500 },
      { key: '40x30', location: beside('@tiny'), width: 40, height: 30 },
    ])
    expect(slices).toEqual([
      { index: 0, offsetY: 0, width: 1280, height: 2000, url: beside('-slice-0') },
      { index: 1, offsetY: 1500, width: 1280, height: 1500, url: beside('-slice-1') },
    ])
    const [half, tiny, above, below] = await Promise.all(
      [...thumbnails.map(({ location }) => location), ...slices.map(({ url }) => url)].map(fetched),
    )
    for (const file of [half, tiny, above, below])
      expect(file).toMatchObject({ type: 'image/webp', picture: { format: 'webp' } })
    expect([half!.picture.at(300, 1440), half!.picture.at(300, 1460)]).toEqual(['#ff0000', '#0000ff'])
    expect([tiny!.picture.width, tiny!.picture.at(20, 29)]).toEqual([40, '#0000ff'])
    expect(above!.picture).toMatchObject({ width: 1280, height: 2000 })
    expect([below!.picture.at(5, 1390), below!.picture.at(5, 1410)]).toEqual(['#ff0000', '#0000ff'])
  })

  test('are uploaded to the URL of the caller, and responses omit its secrets', async () => {
    const path = '/bucket/a%20b.png?X-Signature=sesame%2F1&expires=9'
    const answer = await world.client.sync({
      html: '<body style="background: #0f0">',
      format: 'jpg',
      thumbnails: [
        { width: 50, presigned_url: receiver.url + path },
        { width: 60, key: 'kept' },
      ],
      webhook_url: catcher.url,
    })
    expect(answer.status).toBe(200)
    for (const result of await resultsOf(answer)) {
      expect(result.thumbnails).toEqual([
        { key: '0', location: `${receiver.url}/bucket/a%20b.png`, width: 50, height: 40 },
        { key: 'kept', location: expect.stringMatching(/\/renders\/.*-kept\.jpg$/), width: 60, height: 48 },
      ])
      expect(JSON.stringify(result)).not.toContain('sesame')
    }
    expect(receiver.received).toMatchObject([
      {
        method: 'PUT',
        path,
        headers: { 'content-type': 'image/jpeg', 'content-length': expect.any(String) },
      },
    ])
    const picture = await readPicture(receiver.received[0]!.body)
    expect([picture.format, picture.width, picture.height, picture.at(25, 20)]).toEqual([
      'jpeg',
      50,
      40,
      '#00ff00',
    ])
    const name = (answer.body.renderUrl as string).slice(0, -'.jpg'.length)
    expect((await sendRequest(`${name}-0.jpg`)).status).toBe(404)
  })

  test('are mocked when the render is mocked', async () => {
    const { body } = await world.client.sync({
      html: 'x',
      mock: true,
      width: 200,
      height: 100,
      full_page: true,
      full_page_slices: true,
      thumbnails: [{ preset: '1/2' }],
    })
    expect(body).toMatchObject({
      thumbnails: [{ key: '1/2', width: 100, height: 50 }],
      slices: [{ index: 0, offsetY: 0, width: 200, height: 100 }],
    })
    for (const url of [body.thumbnails[0].location, body.slices[0].url])
      expect((await fetched(url)).type).toBe('image/png')
  })

  test('are stored also when the main file is the response', async () => {
    const answer = await world.client.sync({
      html: 'x',
      response_type: 'binary',
      thumbnails: [{ width: 50 }],
      webhook_url: catcher.url,
    })
    expect(await readPicture(answer.body)).toMatchObject({ width: 1280, height: 1024 })
    const [event] = await catcher.untilCaught(1)
    const [thumbnail] = JSON.parse(event!.body).result.thumbnails
    expect((await fetched(thumbnail.location)).picture).toMatchObject({ width: 50, height: 40 })
  })
})
