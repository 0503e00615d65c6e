import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { listenOn, ORIGIN_HOST, readPicture, sendRequest, startWebhookCatcher, until } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'
import { legacySchema, structuredSchema } from './metadata-schemas.ts'

const SIDE_FILES = {
  htmlUrl: ['.html', 'text/html; charset=utf-8'],
  mhtmlUrl: ['.mhtml', 'multipart/related'],
  markdownUrl: ['.md', 'text/markdown; charset=utf-8'],
  metadataUrl: ['.json', 'application/json; charset=utf-8'],
  resourceInfoUrl: ['-resources.json', 'application/json; charset=utf-8'],
  cookiesUrl: ['-cookies.json', 'application/json; charset=utf-8'],
} as const
const ALL = {
  save_html: true,
  save_mhtml: true,
  save_markdown: true,
  save_metadata: true,
  save_resource_info: true,
  save_cookies: true,
  save_headers: true,
  save_http_headers: true,
  custom_data_variable: 'data',
}
/** A page that says everything that `metadata` has a member for. */
const TELLING = `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>One</title><base href="/b/">
  <meta name="keywords" content="a, b"><meta name="description" content="d"><meta name="author" content="Ada">
  <link rel="canonical" href="/one"><link rel="icon" href="/i.png"><meta name="theme-color" content="red">
  ${['title', 'description', 'url', 'type', 'site_name', 'locale']
    .map((name) => `<meta property="og:${name}" content="/${name}">`)
    .join('')}
  <meta property="og:image" content="/a.png"><meta property="og:image:width" content="600"><meta property="og:image" content="/b.png">
  ${['card', 'site', 'creator'].map((name) => `<meta name="twitter:${name}" content="${name}">`).join('')}
  <meta property="article:published_time" content="2024-05-06">
  <script type="application/ld+json">{"@type":"Article","publisher":{"name":1,"logo":null},"author":null}</script></head>
  <body><h1 id="t">One</h1><h2>Two</h2><a href="#t">a</a><a href="/x" title="t" rel="me">x</a><img src="/i.png" width="3" height="4">
  <img src="data:,"><p itemscope><b itemprop="name">n</b></p><table><tr><th>h</th></tr><tr><td rowspan="2">c</td></tr></table>`
const DATA = ['metadata', 'headers', 'httpHeaders', 'cookies', 'customData']

describe('data of the page', () => {
  const world = useSharedStack()
  let origin: Awaited<ReturnType<typeof listenOn>>
  let hits = 0

  beforeAll(async () => {
    origin = await listenOn(ORIGIN_HOST, ({ url }, res) => {
      if (url === '/favicon.ico') return void res.writeHead(404).end()
      hits += 1
      const links = url === '/long' ? `<a href="/x" title="${'x'.repeat(1000)}">x</a>`.repeat(30) : ''
      res.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' })
      res.end(`<!doctype html><title>One</title><script>var data = [1]</script>${links}`)
    })
  })
  afterAll(() => origin[Symbol.asyncDispose]())

  const statusOf = async (renderId: string) =>
    (await sendRequest(`${world.stack.baseUrl}/v1/render/${renderId}`)).body as Record<string, unknown>
  const json = async (url: string) => {
    const { body } = await sendRequest(url)
    return (body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : body) as unknown
  }

  test('comes with one load of the page that counts once, as files beside the picture and in the result', async () => {
    hits = 0
    const usage = async () => (await world.manage('/usage')).body.rendersUsed as number
    const before = await usage()
    const { body } = await world.client.sync({ url: origin.url, ...ALL })
    expect([body.warnings, hits]).toEqual([undefined, 1])
    const name = String(body.renderUrl).replace(/\.png$/, '')
    for (const [member, [ending, type]] of Object.entries(SIDE_FILES)) {
      expect(body[member]).toBe(name + ending)
      const { status, headers } = await sendRequest(body[member])
      expect([member, status, headers.get('content-type')]).toEqual([member, 200, type])
    }
    expect(body).toMatchObject({
      metadata: { urlResolved: `${origin.url}/`, title: 'One' },
      headers: { 'set-cookie': 'a=1' },
      httpHeaders: [{ status: 200 }],
      cookies: [{ name: 'a', value: '1' }],
      customData: [1],
    })
    expect(await json(body.metadataUrl)).toEqual(body.metadata)
    expect(await json(body.cookiesUrl)).toEqual(body.cookies)
    expect(await json(body.resourceInfoUrl)).toMatchObject([{ url: `${origin.url}/`, status: 200 }])
    await until(async () => (await usage()) > before)
    expect(await usage()).toBe(before + 1)
  })

  test.each([
    ['Legacy', legacySchema],
    ['Structured', structuredSchema],
  ])('has metadata of the engine %s in the form that clients parse', async (metadata_engine, schema) => {
    const { body } = await world.client.sync({
      html: TELLING,
      base_url: origin.url,
      metadata: true,
      metadata_engine,
    })
    const ajv = new Ajv2020({ allErrors: true })
    ajv.validate(schema, body.metadata)
    expect(ajv.errors).toBeNull()
    expect(body).not.toHaveProperty('metadataUrl')
  })

  test('has one file where the main one is of its type, of which Markdown is that of all languages', async () => {
    const render = { url: origin.url, format: 'md', save_markdown: true }
    for (const md_output of ['Markdown', 'Djot', 'Plain']) {
      const { body } = await world.client.sync({ ...render, md_output })
      expect(body.markdownUrl).toBe(body.renderUrl)
      expect(body.renderUrl).toMatch(/\.md$/)
      const { headers } = await sendRequest(String(body.renderUrl))
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    }
  })

  test('is named in headers of other answers, in the status, and is gone once it is deleted', async () => {
    const { headers, body } = await world.client.sync({ url: origin.url, ...ALL, response_type: 'binary' })
    expect((await readPicture(body)).format).toBe('png')
    const renderId = headers.get('x-service-render-id')!
    const record = await statusOf(renderId)
    const names = ['html', 'mhtml', 'markdown', 'metadata', 'resource-info', 'cookies']
    const addresses = names.map((name) => headers.get(`x-service-${name}-url`))
    expect(addresses).toEqual(Object.keys(SIDE_FILES).map((member) => record[member]))
    expect(Object.keys(record)).toEqual(expect.arrayContaining(DATA))
    await sendRequest(`${world.stack.baseUrl}/v1/render/${renderId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.stack.secretKey}` },
    })
    for (const address of addresses) expect((await sendRequest(address!)).status).toBe(404)
    const members = Object.keys(await statusOf(renderId))
    expect(members.filter((member) => [...DATA, ...Object.keys(SIDE_FILES)].includes(member))).toEqual([])
  })

  test('that is too long for a webhook is named there, and in the status', async () => {
    await using catcher = await startWebhookCatcher()
    const { body: created } = await world.client.async({
      url: `${origin.url}/long`,
      save_links: true,
      save_cookies: true,
      webhook_url: catcher.url,
    })
    const [event] = await catcher.untilCaught(1)
    expect(event!.body.length).toBeLessThanOrEqual(20_000)
    const { result } = JSON.parse(event!.body) as { result: Record<string, unknown> }
    expect(result).toMatchObject({
      omitted: ['metadata'],
      cookies: [{ name: 'a' }],
      cookiesUrl: expect.stringMatching(/-cookies\.json$/),
    })
    const { body: record } = await world.client.untilFinished(created.statusUrl)
    expect(record.metadata.links).toHaveLength(30)
  })

  test('of a mock has the same members', async () => {
    const { body } = await world.client.sync({ url: origin.url, ...ALL, mock: true })
    for (const member of [...DATA, ...Object.keys(SIDE_FILES)]) expect(body).toHaveProperty(member)
    expect(body.customData).toBeNull()
    expect(await json(body.metadataUrl)).toEqual(body.metadata)
  })
})
