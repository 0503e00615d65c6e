import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { optionNames, optionOf, type AddressTarget, type Option, type OptionName } from '@render/options'
import { listenOn } from '@render/testkit'
import { refuse } from './support/refuse.ts'
import { ALLOWED_URL, startWorld } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'

type Naming = (address: string) => object

/** Returns the options with an address of these targets, and how each is sent: as a value, or in an item of a list. */
function optionsWith(...targets: AddressTarget[]): Record<string, Naming> {
  const isOne = ({ address }: Option<unknown>) => address !== undefined && targets.includes(address)
  const found = optionNames.flatMap((name): [string, Naming][] => {
    const { fields = {} } = optionOf(name)
    if (isOne(optionOf(name))) return [[name, (address) => ({ [name]: address })]]
    const members = Object.keys(fields).filter((member) => isOne(fields[member]!))
    return members.map((member) => [name, (address) => ({ [name]: [{ width: 5, [member]: address }] })])
  })
  return Object.fromEntries(found)
}

const given = optionsWith('page', 'upload', 'receiver')

const path = '/v1/render/sync'

describe(`POST ${path} refuses`, () => {
  const world = useWorld()

  const options = (value: object) => refuse(world, path, { body: JSON.stringify(value) })

  describe.each(Object.entries(given))('addresses in %s', (option, naming) => {
    test.each([
      ['file:///etc/passwd', 'InvalidURLError'],
      ['chrome://version', 'InvalidURLError'],
      ['data:text/html,x', 'InvalidURLError'],
      ['javascript:alert(1)', 'InvalidURLError'],
      ['view-source:http://public.com/', 'InvalidURLError'],
      ['http://', 'InvalidURLError'],
      ['http://169.254.169.254/latest/meta-data', 'URLDoesNotResolveError'],
      ['http://127.1/', 'URLDoesNotResolveError'],
      ['http://[::1]/', 'URLDoesNotResolveError'],
      ['http://2130706433/', 'URLDoesNotResolveError'],
      ['HTTP://10.0.0.1/', 'URLDoesNotResolveError'],
      ['http://localhost/', 'URLDoesNotResolveError'],
      ['http://inside.com/', 'URLDoesNotResolveError'],
      ['http://absent.com/', 'URLDoesNotResolveError'],
      ['http://public.com:22/', 'URLDoesNotResolveError'],
      ['http://example.nonsense/', 'InvalidURLExtensionError'],
      ['http://metadata.google.internal/', 'InvalidURLExtensionError'],
    ])('%s: %s', async (address, code) => {
      const error = await options({ html: 'x', ...naming(address) })
      expect(error.refused).toBe(`400 ${code}`)
      expect(error.details).toEqual([{ option, message: expect.any(String) }])
    })

    test('but accepts a public name and an allowed range', async () => {
      for (const address of ['public.com/x', ALLOWED_URL]) {
        expect((await world.post(path, { html: 'x', ...naming(address) })).status).toBeLessThan(300)
      }
    })

    test('and never repeats them in the answer', async () => {
      const error = await options({ html: 'x', ...naming('http://user:sesame@inside.com/?sesame') })
      expect(JSON.stringify(error)).not.toContain('sesame')
      expect(JSON.stringify(error)).not.toContain('10.0.0.1')
    })
  })

  test('our own listeners, although the range is allowed', async () => {
    await using open = await startWorld({ EGRESS_ALLOW: '127.0.0.0/8' })
    const redis = `http://127.0.0.1:${open.redisLink.port}/`
    const own = [open.url, open.metricsUrl, open.management.url, redis]
    for (const [option, naming] of Object.entries(given)) {
      for (const address of own) {
        const { body } = await open.post(path, { html: 'x', ...naming(address) })
        expect([option, address, body.error?.code]).toEqual([option, address, 'URLDoesNotResolveError'])
      }
      const nobodys = 'http://127.0.0.1:1/'
      expect((await open.post(path, { html: 'x', ...naming(nobodys) })).status).toBeLessThan(300)
    }
  })

  describe('addresses that get a key', () => {
    const keys = { s3_key: 'AKIA', s3_secret: 'sesame', s3_bucket: 'pictures' }
    const model = { llm_provider: 'openai', llm_key: 'sesame', llm_model: 'a', llm_prompt: 'Why?' }
    const options: Record<string, object> = {
      s3_endpoint: { use_s3: true, ...keys },
      llm_base_url: { use_llm: true, ...model },
    }
    let canary: Awaited<ReturnType<typeof listenOn>>
    let hits: number
    beforeAll(async () => {
      hits = 0
      canary = await listenOn('127.0.0.1', (_req, res) => {
        hits += 1
        res.end()
      })
    })
    afterAll(async () => canary[Symbol.asyncDispose]())

    test.each(Object.keys(optionsWith('api', 'store')))('A-S3-9, C13, C18: in %s', async (option) => {
      const codeOf = async (address: string) => {
        const { status, body } = await world.post(path, { html: 'x', ...options[option], [option]: address })
        expect(JSON.stringify(body)).not.toContain('sesame')
        return [status, body.error?.code, body.error?.details[0].option]
      }
      for (const address of [canary.url, 'https://169.254.169.254', 'https://10.0.0.1', 'https://inside.com'])
        expect(await codeOf(address)).toEqual([400, 'URLDoesNotResolveError', option])
      for (const address of [
        'http://public.com',
        'https://me:sesame@public.com',
        'https://public.com?sesame',
      ])
        expect(await codeOf(address)).toEqual([400, 'InvalidOptions', option])
      const [withPath] = await codeOf('https://public.com/a')
      expect(withPath).toBe(option === 's3_endpoint' ? 400 : 200)
      expect((await codeOf('https://public.com'))[0]).toBe(200)
      expect(hits).toBe(0)
    })
  })

  test.each(Object.entries(given))('text that is not an address in %s', async (option, naming) => {
    for (const text of ['http://public.com/\0', `http://public.com/${'a'.repeat(8192)}`]) {
      const error = await options({ html: 'x', ...naming(text) })
      expect(error.refused).toBe(
        `400 ${optionOf(option as OptionName).codes ? 'InvalidURLError' : 'InvalidOptions'}`,
      )
      expect(error.details).toEqual([{ option, message: expect.any(String) }])
    }
  })

  test.each(Object.entries(given))(
    'but not a %s whose name is not resolved in time, which is checked again on connecting',
    async (option, naming) => {
      // A name of its own, because the failure of a name is remembered for a while.
      const given = { html: 'x', ...naming(`https://${option.replaceAll('_', '-')}.silent.com/`) }
      expect((await world.post(path, given)).status).toBeLessThan(300)
    },
  )

  test.each([
    'http://127.0.0.1:8080',
    'socks5://10.0.0.1:1080',
    'http://[::1]:8080',
    'inside.com:8080',
    'public.com:6379',
    'http://user:sesame@127.0.0.1:8080',
    'public.com',
    'public.com:0',
    'public.com:70000',
    'public.com:8080;bypass=*',
    'public.com:8080,<-loopback>',
    'public.com:8080 --proxy-bypass-list=*',
    '--proxy-server=public.com:8080',
    'http=public.com:8080;https=public.com:8081',
    'public.com:8080\r\nX-A: b',
    'pub lic.com:8080',
    'public.com:8080, public.com:8081',
    'direct://',
    'direct://public.com:8080',
    'socks4://public.com:1080',
    'http://public.com:8080/proxy.pac',
    'pac+http://public.com:8080',
    'file:///etc/proxy.pac',
  ])('%j as a proxy, in the first attempt and in retry_with', async (proxy) => {
    for (const given of Object.values(optionsWith('proxy')).map((naming) => naming(proxy))) {
      const error = await options({ html: 'x', ...given })
      expect(error.refused).toBe('400 InvalidOptions')
      expect(error.details).toEqual([
        { option: Object.keys(given)[0], message: expect.stringContaining('proxy') },
      ])
      expect(JSON.stringify(error)).not.toContain('sesame')
    }
  })

  test('but not a public proxy', async () => {
    for (const proxy of ['public.com:8080', 'socks5://user:pass@public.com:1080'])
      expect((await world.post(path, { html: 'x', proxy })).status).toBeLessThan(300)
  })

  test('two wrong addresses with both names', async () => {
    const error = await options({ url: 'http://127.0.0.1/', webhook_url: 'file:///x' })
    expect(error.refused).toBe('400 InvalidOptions')
    expect(error.details.map(({ option }: { option: string }) => option).toSorted()).toEqual([
      'url',
      'webhook_url',
    ])
  })
})

// Both check addresses with the same function; these samples show that both call it.
describe('POST /v1/render/async refuses the same', () => {
  const world = useWorld()

  test.each<[object, string]>([
    [{ url: 'http://169.254.169.254/' }, 'URLDoesNotResolveError'],
    [{ html: 'x', webhook_url: 'file:///etc/passwd' }, 'InvalidURLError'],
    [{ html: 'x', proxy: 'http://127.0.0.1:8080' }, 'InvalidOptions'],
  ])('%j', async (body, code) => {
    const { refused } = await refuse(world, '/v1/render/async', { body: JSON.stringify(body) })
    expect(refused).toBe(`400 ${code}`)
  })
})
