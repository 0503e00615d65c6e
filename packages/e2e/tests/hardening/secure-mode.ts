import { expect, test } from '@jest/globals'
import {
  createRenderClient,
  sendRequest,
  signLink,
  startS3Server,
  startWebhookCatcher,
  until,
} from '@render/testkit'
import { dumpDatabase, filesOf, findLeaks } from './find-leaks.ts'
import { NAMED_HOST, type SearchedWorld } from './searched-world.ts'

const secrets = {
  host: NAMED_HOST,
  tag: 'sesame-tag',
  'custom id': 'sesame-custom-id',
  path: 'sesame-object',
  query: 'sesame-query',
  selector: 'sesame-selector',
  'unknown option': 'sesame-unknown',
}

/** Defines the test. Earlier renders on the stack must not have what it searches for. */
export function testSecureMode(world: SearchedWorld): void {
  test('A-PRE-9: nothing of a page is in the log, Redis and Postgres after renders with secure_mode', async () => {
    await using server = await startS3Server()
    await using catcher = await startWebhookCatcher()
    const { info } = world.stack
    const client = createRenderClient(info.baseUrl, info.secretKey)
    const page = `http://${NAMED_HOST}:${world.origin.port}/red?${secrets.query}`
    const named = {
      url: page,
      tag: [secrets.tag],
      custom_id: secrets['custom id'],
      metadata: true,
      save_http_headers: true,
      click: [`#${secrets.selector}`],
      save_clicks: true,
      [secrets['unknown option']]: 1,
    }
    const bucket = {
      use_s3: true,
      s3_bucket: server.bucket,
      s3_endpoint: server.url,
      s3_key: server.accessKeyId,
      s3_secret: server.secretAccessKey,
      s3_path: secrets.path,
    }
    const ids: string[] = []

    const sent = await client.sync({ ...named, secure_mode: true, response_type: 'binary' })
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'image/png'])
    ids.push(sent.headers.get('x-service-render-id')!)

    const stored = await client.sync({
      ...named,
      ...bucket,
      secure_mode: true,
      save_html: true,
      response_type: 'jsondebug',
      webhook_url: catcher.url,
    })
    const location = `${server.url}/${server.bucket}/${secrets.path}`
    expect([stored.status, stored.body.renderUrl, stored.body.htmlUrl]).toEqual([
      200,
      `${location}.png`,
      `${location}.html`,
    ])
    expect(stored.body).toMatchObject({
      custom_id: secrets['custom id'],
      metadata: { url: page },
      httpHeaders: [{ url: page }],
      clicks: [{ selector: `#${secrets.selector}` }],
      debug: { options: { tag: [secrets.tag] } },
    })
    expect(String(stored.body.warnings)).toContain(secrets['unknown option'])
    ids.push(stored.body.renderId)

    const { body: created } = await client.async({ ...named, ...bucket, secure_mode: true })
    ids.push(created.renderId)

    const failed = await client.sync({
      ...named,
      secure_mode: true,
      response_type: 'binary',
      wait_for: `#${secrets.selector}`,
      wait_timeout: 100,
      fail_if_selector_missing: true,
    })
    expect([failed.status, failed.body.error.code]).toEqual([400, 'RenderFailedError'])
    expect(failed.body.error.message).toContain('"wait_for"')
    ids.push(failed.headers.get('x-service-render-id')!)

    const link = { url: page, tag: secrets.tag, secure_mode: 'true' }
    const linked = await sendRequest(info.baseUrl + signLink(info, link))
    expect(linked.status).toBe(200)
    ids.push(linked.headers.get('x-service-render-id')!)

    const [event] = await catcher.untilCaught(1)
    const records: string[] = []
    for (const id of ids) {
      const { body } = await client.untilFinished(`${info.baseUrl}/v1/render/${id}`)
      records.push(JSON.stringify(body))
    }
    expect(records.map((record) => (JSON.parse(record) as { status: string }).status)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
      'failed',
      'succeeded',
    ])

    await until(async () => {
      const rows = await dumpDatabase(world.databaseUrl)
      return ids.every((id) => rows.includes(id))
    })

    const placesNow = async () => ({
      logs: [...filesOf(info.directories.logs)],
      redis: [...filesOf(info.directories.redis!)],
      postgres: [Buffer.from(await dumpDatabase(world.databaseUrl))],
      records: [Buffer.from(records.join())],
      event: [Buffer.from(event!.body)],
    })
    const places = await placesNow()
    expect(findLeaks(secrets, places)).toEqual([])
    for (const id of ids)
      expect(findLeaks({ id }, places)).toEqual(
        expect.arrayContaining(['id in logs', 'id in postgres', 'id in records', 'id in redis']),
      )

    // The search finds the same render without secure_mode.
    const { body: open } = await client.sync({ ...named, ...bucket })
    await client.untilFinished(`${info.baseUrl}/v1/render/${open.renderId}`)
    await until(async () => {
      const found = findLeaks(secrets, await placesNow())
      return ['host', 'tag', 'custom id', 'path'].every(
        (name) => found.includes(`${name} in redis`) && found.includes(`${name} in postgres`),
      )
    })
  })
}
