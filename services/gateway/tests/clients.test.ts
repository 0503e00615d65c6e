// Requests of the clients that docs/clients.md lists, as they send them.
import { beforeAll, describe, expect, test } from '@jest/globals'
import { optionsOf } from '@render/jobs'
import { signLink, type LinkKeys } from '@render/testkit'
import createClient from 'urlbox'
import { useWorld } from './support/use-world.ts'

const world = useWorld({ OLDER_HEADER_PREFIX: 'x-urlbox' })
const projectId = 'project_1'
let keys: LinkKeys
/** Options of all renders. */
let made: Record<string, unknown>[]

beforeAll(() => {
  made = []
  keys = world.management.addLinkKeys({ project: { id: projectId, enabled: true, tokenless: true } })
  world.succeed = recorded(world.succeed)
  world.work.render = world.succeed
})

/** Keeps the options of each render, opened. */
function recorded(succeed: typeof world.succeed): typeof world.succeed {
  return (job) => {
    const { sealedOptions } = job.data
    const secrets = sealedOptions && world.openAsWorker(sealedOptions, { projectId, id: job.id! })
    made.push({ ...optionsOf(job.data), ...(secrets as object) })
    return succeed(job)
  }
}

async function expectPicture(address: string): Promise<void> {
  const { status, headers, body } = await world.ask(address.replace(world.url, ''))
  expect([status, new TextDecoder().decode(body)]).toEqual([200, 'the picture'])
  expect(headers.get('x-urlbox-cache-status')).toBe('MISS')
}

describe('the client for Node', () => {
  const options = {
    html: `<p title='a "b" (c)*'>☃ & 100 % it's!</p>`,
    click: ['#a, #b', '#c'],
    block_urls: ['a.example', 'b.example'],
    format: 'jpg' as const,
    full_page: true,
    dark_mode: false,
    delay: 0,
    width: 300,
  }

  test('signs links', async () => {
    const client = createClient(keys.publishableKey, keys.secretKey, `${world.url}/v1/`)
    await expectPicture(client.generateRenderLink(options))
    expect(made.at(-1)).toMatchObject(options)
  })

  test('makes links without a token', async () => {
    const client = createClient(keys.publishableKey, undefined, `${world.url}/v1/`)
    await expectPicture(client.generateInsecureRenderLink({ html: 'x', format: 'png' }))
    expect(made.at(-1)).toMatchObject({ html: 'x' })
  })
})

describe('a link', () => {
  const address = 'http://public.com/a%20b'

  test.each<[string, 'sha1' | 'sha256', string, string, object]>([
    [
      'of the command line',
      'sha256',
      'png',
      'block_urls=a.example&block_urls=b.example&full_page=true&url=http%3A%2F%2Fpublic.com%2Fa+b&width=300',
      { url: address, block_urls: ['a.example', 'b.example'], full_page: true, width: 300 },
    ],
    [
      'of the client for Python',
      'sha1',
      'jpg',
      'url=http%3A%2F%2Fpublic.com%2Fa+b&full_page=True&dark_mode=False&click=%23a&click=%23b&format=jpg',
      { url: address, full_page: true, dark_mode: false, click: ['#a', '#b'], format: 'jpg' },
    ],
    [
      'of the client for Ruby',
      'sha1',
      'webp',
      'url=http%3A%2F%2Fpublic.com%2Fa+b&full_page=true&cookie=a%3D1&cookie=b%3D2&format=webp',
      { url: address, full_page: true, cookie: ['a=1', 'b=2'], format: 'webp' },
    ],
    [
      'of the client for PHP',
      'sha1',
      'png',
      "url=http%3A%2F%2Fpublic.com%2F(it's)!*&full_page=false&img_bg=%23fff&thumb_width=120",
      { url: "http://public.com/(it's)!*", full_page: false, thumb_width: 120 },
    ],
    [
      'of the client for .NET',
      'sha1',
      'png',
      'block_urls=a.example%2Cb.example&fail_on_4xx=true&highlight=a&highlight_fg=red&img_fit=cover&img_position=righttop&thumb_height=9&thumb_width=9&url=http%3A%2F%2Fpublic.com%2Fa%20b&wait_until=domloaded',
      {
        url: address,
        block_urls: ['a.example', 'b.example'],
        fail_on_4xx: true,
        highlightfg: 'red',
        img_position: 'right top',
        wait_until: 'domloaded',
      },
    ],
    [
      'of the MCP server, whose path always says png',
      'sha256',
      'png',
      'url=http%3A%2F%2Fpublic.com%2Fa+b&format=pdf&width=300',
      { url: address, format: 'png', width: 300 },
    ],
    [
      'of the plugin for WordPress, which encodes nothing',
      'sha1',
      'jpeg',
      'url=https://public.com/?a=b&width=300&full_page=true',
      { url: 'https://public.com/?a=b', format: 'jpg', full_page: true, width: 300 },
    ],
  ])('%s', async (_client, hash, format, query, options) => {
    await expectPicture(signLink(keys, query, { format, hash }))
    expect(made.at(-1)).toMatchObject(options)
  })

  test('without a token, by DELETE and HEAD, as of Python and Ruby', async () => {
    const path = `/v1/${keys.publishableKey}/png?url=http%3A%2F%2Fpublic.com&format=png`
    expect((await world.ask(path, { method: 'DELETE' })).body).toEqual({ deleted: false })
    expect((await world.ask(path, { method: 'HEAD' })).status).toBe(200)
    expect((await world.ask(path)).headers.get('x-urlbox-cache-status')).toBe('HIT')
  })
})

describe('a POST', () => {
  test('of the clients for Python and Ruby: asynchronous, with the format; its status needs no key', async () => {
    const { status, body } = await world.post('/v1/render', { url: 'http://public.com', format: 'png' })
    expect([status, body]).toEqual([
      201,
      { status: 'created', renderId: expect.any(String), statusUrl: expect.any(String) },
    ])
    const { body: record } = await world.ask(`/v1/render/${body.renderId}`)
    expect(record.renderId).toBe(body.renderId)
  })

  test('of the node for n8n: the file itself, with an option that has no effect', async () => {
    const options = { url: 'http://public.com', format: 'png', device: 'mobile', response_type: 'binary' }
    const { status, body } = await world.post('/v1/render/sync', options)
    expect([status, new TextDecoder().decode(body)]).toEqual([200, 'the picture'])
  })

  test('of the command line: a render can be found by the id of its request, with the suffix of its kind', async () => {
    const { headers } = await world.post('/v1/screenshot', { url: 'http://public.com' })
    const renderId = headers.get('x-urlbox-request-id')!
    expect((await world.ask(`/v1/render/${renderId}_ps`)).body.renderId).toBe(renderId)
  })

  test('of the client for .NET: errors are in a header, and as text in the body', async () => {
    const { body, headers } = await world.post('/v1/render/sync', { url: 'http://public.com', width: 'wide' })
    expect(headers.get('x-urlbox-error-message')).toBe(body.error.message)
    expect(JSON.parse(body.error.errors)).toEqual({ width: [expect.any(String)] })
  })
})
