import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { PRESIGNED } from '@render/options'
import { checkAddresses } from './check-addresses.ts'

const open = { check: async () => {} }
const closed = { check: () => Promise.reject(new RenderError('URLDoesNotResolveError')) }

describe('checkAddresses', () => {
  test('returns every address in the form that was checked within 500 ms, and all else unchanged', async () => {
    const checked: [string, number][] = []
    const egress: Parameters<typeof checkAddresses>[1] = {
      check: async (url, { timeoutMs }) => void checked.push([url.href, timeoutMs]),
    }
    const given = {
      url: ' HTTP://A.com/../x y',
      base_url: 'c.com',
      webhook_url: 'b.com',
      width: 3,
      s3_presigned_url: 'https://e.com/a?X=%2F',
      s3_presigned_url_html: '',
      thumbnails: [{ width: 4, presigned_url: '' }, { presigned_url: 'https://d.com/a%2Fb?c=%20+d' }],
    }
    const expected = {
      url: 'http://a.com/x%20y',
      base_url: 'http://c.com/',
      webhook_url: 'http://b.com/',
      width: 3,
      s3_presigned_url: 'https://e.com/a?X=%2F',
      thumbnails: [{ width: 4 }, { presigned_url: 'https://d.com/a%2Fb?c=%20+d' }],
    }
    expect(await checkAddresses(given, egress)).toEqual(expected)
    expect(checked).toEqual([
      [expected.url, 500],
      [expected.base_url, 500],
      [expected.s3_presigned_url, 500],
      [expected.webhook_url, 500],
      [expected.thumbnails[1]!.presigned_url, 500],
    ])
    expect([given.url, given.thumbnails[0]!.presigned_url]).toEqual([' HTTP://A.com/../x y', ''])
  })

  test('names the wrong option and keeps the code', async () => {
    for (const option of ['url', 'base_url'])
      await expect(checkAddresses({ [option]: 'http://a.com' }, closed)).rejects.toMatchObject({
        code: 'URLDoesNotResolveError',
        message: expect.stringContaining(`"${option}"`),
        details: [{ option, message: expect.any(String) }],
      })
    await expect(checkAddresses({ webhook_url: 'file:///x' }, open)).rejects.toMatchObject({
      code: 'InvalidURLError',
      details: [{ option: 'webhook_url', message: expect.any(String) }],
    })
  })

  test('limits the addresses of pages as the operator set it, and other addresses as usual', async () => {
    const address = `http://a.com/${'x'.repeat(9000)}`
    const roomy = { ...open, maxUrlLength: 16_384 }
    for (const option of ['url', 'base_url'])
      expect(await checkAddresses({ [option]: address }, roomy)).toEqual({ [option]: address })
    for (const option of ['webhook_url', 's3_presigned_url'])
      await expect(checkAddresses({ [option]: address }, roomy)).rejects.toMatchObject({
        code: 'InvalidURLError',
        details: [{ option, message: expect.stringContaining('8192') }],
      })
  })

  test('refuses a host that does not resolve also with "continue_on_nav_error"', async () => {
    const given = { url: 'http://a.com', continue_on_nav_error: true }
    await expect(checkAddresses(given, closed)).rejects.toMatchObject({ code: 'URLDoesNotResolveError' })
  })

  test('C08 requires https for webhook receivers only, and only if the operator requires it', async () => {
    const given = { url: 'http://a.com/', webhook_url: 'https://b.com/' }
    const strict = { ...open, receiversNeedTls: true }
    expect(await checkAddresses(given, strict)).toEqual(given)
    await expect(checkAddresses({ webhook_url: 'http://b.com' }, strict)).rejects.toMatchObject({
      code: 'InvalidURLError',
      message: '"webhook_url" must start with https://.',
    })
    expect(await checkAddresses({ webhook_url: 'http://b.com/' }, open)).toEqual({
      webhook_url: 'http://b.com/',
    })
  })

  test.each(PRESIGNED)('C16: %s is public, and http or https', async (option) => {
    for (const [address, egress, code] of [
      ['https://169.254.169.254/a?sesame', closed, 'URLDoesNotResolveError'],
      ['file:///a?sesame', open, 'InvalidURLError'],
    ] as const)
      await expect(checkAddresses({ [option]: address }, egress)).rejects.toMatchObject({
        code,
        details: [{ option, message: expect.not.stringContaining('sesame') }],
      })
  })

  test('C16: names the wrong thumbnail', async () => {
    const thumbnails = [{ presigned_url: 'http://a.com' }, { presigned_url: 'file:///x' }]
    await expect(checkAddresses({ thumbnails }, open)).rejects.toMatchObject({
      code: 'InvalidURLError',
      message: expect.stringContaining('"thumbnails[1].presigned_url"'),
      details: [{ option: 'thumbnails', message: expect.any(String) }],
    })
  })

  test('checks proxies by host and port, and returns them unchanged, null included', async () => {
    const checked: string[] = []
    const egress = { check: async (url: URL) => void checked.push(url.host) }
    const given = {
      proxy: 'me:p%40ss@A.com:3128',
      retry_with: [{ proxy: 'socks5://[::1]:1' }, { proxy: null }],
    }
    expect(await checkAddresses(given, egress)).toEqual(given)
    expect(checked).toEqual(['a.com:3128', '[::1]:1'])
    const proxy = 'me:sesame@a.com:1'
    for (const options of [{ proxy }, { retry_with: [{ proxy }] }])
      await expect(checkAddresses(options, closed)).rejects.toMatchObject({
        code: 'InvalidOptions',
        message: expect.not.stringContaining('sesame'),
        details: [{ option: Object.keys(options)[0], message: expect.stringContaining('proxy') }],
      })
    await expect(checkAddresses({ proxy: 'a.com:70000' }, open)).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: 'proxy', message: expect.any(String) }],
    })
  })

  test('names both options when both are wrong', async () => {
    await expect(
      checkAddresses({ url: 'file:///x', webhook_url: 'http://a.com' }, closed),
    ).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: expect.arrayContaining([
        expect.objectContaining({ option: 'url' }),
        expect.objectContaining({ option: 'webhook_url' }),
      ]),
    })
  })

  test('passes on errors that are not RenderError', async () => {
    const broken = { check: () => Promise.reject(new TypeError('bug')) }
    await expect(checkAddresses({ url: 'http://a.com' }, broken)).rejects.toThrow(TypeError)
  })
})

describe('C18: the address of a provider', () => {
  test.each([
    ['http://models.example/v1', open, 'InvalidOptions'],
    ['https://me:sesame@models.example/v1', open, 'InvalidOptions'],
    ['https://models.example/v1?sesame', open, 'InvalidOptions'],
    ['https://169.254.169.254/v1?sesame', closed, 'URLDoesNotResolveError'],
    ['file:///v1?sesame', open, 'InvalidURLError'],
  ])('%s is refused', async (llm_base_url, egress, code) => {
    await expect(checkAddresses({ llm_base_url }, egress)).rejects.toMatchObject({
      code,
      details: [{ option: 'llm_base_url', message: expect.not.stringContaining('sesame') }],
    })
  })

  test('is named with what it must be', async () => {
    await expect(checkAddresses({ llm_base_url: 'http://models.example' }, open)).rejects.toMatchObject({
      message:
        '"llm_base_url" must be an https:// URL without user, password, query or fragment; http:// needs a host that the operator allows.',
    })
  })

  test('may have a path', async () => {
    const given = { llm_base_url: 'https://models.example/v1' }
    expect(await checkAddresses(given, open)).toEqual(given)
  })
})

describe('the address of a store', () => {
  const check = (s3_endpoint: string, isAllowed = false) =>
    checkAddresses({ s3_endpoint }, { ...open, isAllowed: () => isAllowed })

  test('is returned as it was checked', async () => {
    expect(await check('https://Store.example:9000')).toEqual({ s3_endpoint: 'https://store.example:9000/' })
    expect(await check('http://store.example', true)).toEqual({ s3_endpoint: 'http://store.example/' })
  })

  test.each([
    'http://store.example',
    'https://me:sesame@store.example',
    'https://store.example/pictures',
    'https://store.example/?a',
  ])('C13: %s is refused', async (address) => {
    await expect(check(address)).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: 's3_endpoint', message: expect.not.stringContaining('sesame') }],
    })
  })

  test('C13: a private one is refused', async () => {
    await expect(checkAddresses({ s3_endpoint: 'https://169.254.169.254' }, closed)).rejects.toMatchObject({
      code: 'URLDoesNotResolveError',
      details: [{ option: 's3_endpoint', message: expect.any(String) }],
    })
  })
})
