import { describe, expect, test } from '@jest/globals'
import { createEgress, type EgressSettings } from './egress-policy.ts'
import { parseAddress } from '../names/parse-address.ts'

const answers: Record<string, string[]> = {
  'public.com': ['8.8.8.8', '2001:4860:4860::8888'],
  'private.com': ['10.0.0.1'],
  'mixed.com': ['8.8.8.8', '127.0.0.1'],
  'mixed6.com': ['8.8.8.8', '::1'],
  'mapped.com': ['::ffff:127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'example.com': ['10.9.9.9'],
  'example.com.evil.com': ['10.9.9.9'],
  'fixture.test': ['127.0.1.1'],
  localhost: ['127.0.0.1'],
}

const denied = {
  code: 'URLDoesNotResolveError',
  message: 'The host of the URL does not resolve to a public IP address.',
}
const noTld = { code: 'InvalidURLExtensionError' }

function judge(address: string, settings: Partial<EgressSettings> = {}): Promise<void> {
  return egress(settings).check(parseAddress(address), { timeoutMs: 5000 })
}

function egress(settings: Partial<EgressSettings> = {}) {
  return createEgress({
    allow: [],
    query: async (host) => {
      if (!answers[host]) throw new Error(`ENOTFOUND ${host}`)
      return { value: answers[host], ttlMs: 0 }
    },
    ...settings,
  })
}

describe('an address without exceptions', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.255.255.254',
    'http://2130706433/',
    'http://0x7f.1',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::808:808]/',
    'http://[2002:808:808::1]/',
    'http://[2001:0:abcd:ef12:3456:7890:a9fe:a9fe]/',
    'http://[fc00::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[::5efe:10.0.0.1]/',
    'HTTP://169.254.169.254/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1',
    'http://100.64.0.1',
    'http://192.0.2.1',
    'http://localhost/',
    'http://LOCALHOST',
    'http://localhost./',
    'localhost:80',
    'http://foo.localhost/',
    'http://localhost.localdomain/',
    'http://ip6-localhost/',
    'http://127.0.0.1./',
    'http://127.0.0.1.nip.io/',
    'http://private.com',
    'http://mapped.com',
    'http://mixed.com',
    'http://mixed6.com',
    'http://absent.com',
    'http://１２７．０．０．１',
    'http:\\\\127.0.0.1\\',
    ' \t\nhttp://127.0.0.1/',
    'http://8.8.8.8@127.0.0.1/',
    'http://127.0.0.1#@8.8.8.8/',
    '127.0.0.1:6379',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:25/',
    'http://public.com:6379/',
    'https://public.com:5432/',
    `http://${'a'.repeat(64)}.com/`,
    `http://${'a.'.repeat(126)}com/`,
  ])('%s is refused like every other', async (address) => {
    await expect(judge(address)).rejects.toMatchObject(denied)
  })

  test.each([
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://printer.local/',
    'http://example.test',
    'http://example.invalid:22',
    'http://a../',
    'http://xn--a/',
  ])('%s has no top-level domain', async (address) => {
    await expect(judge(address)).rejects.toMatchObject(noTld)
  })

  test.each([
    'http://8.8.8.8/',
    'http://[2001:4860:4860::8888]/',
    'http://[::ffff:8.8.8.8]/',
    'http://172.15.255.255',
    'http://172.32.0.1',
    'http://100.63.255.254',
    'http://100.128.0.1',
    'http://11.0.0.1',
    'http://8.8.8.8:80\\@127.0.0.1/',
    'http://public.com',
    'https://user:pass@PUBLIC.com./',
    'http://public.com:8080',
  ])('%s passes', async (address) => {
    await expect(judge(address)).resolves.toBeUndefined()
  })
})

describe('the allow list of the operator', () => {
  test.each([
    ['10.1.0.0/16', 'http://10.1.2.3/'],
    ['10.0.0.0/8', 'http://private.com/'],
    ['127.0.0.1', 'http://mixed.com/'],
    ['example.com', 'http://example.com/'],
    ['example.com', 'http://EXAMPLE.com./'],
    ['fixture.test', 'http://fixture.test:8080/'],
    ['localhost', 'http://localhost:8080/'],
  ])('%s lets %s pass', async (entry, address) => {
    await expect(judge(address)).rejects.toThrow()
    await expect(judge(address, { allow: [entry] })).resolves.toBeUndefined()
  })

  test.each([
    ['10.1.0.0/16', 'http://10.2.0.1/'],
    ['10.1.0.0/16', 'http://10.1.2.3@192.168.0.1/'],
    ['10.0.0.0/8', 'http://mixed.com/'],
    ['127.0.0.0/8', 'http://localhost/'],
    ['127.0.1.0/24', 'http://127.0.1.1:6379/'],
    ['example.com', 'http://example.com:22/'],
    ['example.com', 'http://example.com.evil.com/'],
    ['example.com', 'http://example.com@private.com/'],
  ])('%s does not let %s pass', async (entry, address) => {
    await expect(judge(address, { allow: [entry] })).rejects.toMatchObject(denied)
  })

  test('a range does not make a name pass that has no top-level domain', async () => {
    await expect(judge('http://fixture.test/', { allow: ['127.0.1.0/24'] })).rejects.toMatchObject(noTld)
  })

  test.each([
    ['a range', '127.0.0.0/8', 'http://127.0.0.1:8080/'],
    ['a range, by the unspecified address', '0.0.0.0/0', 'http://0.0.0.0:8080/'],
    ['a name', 'localhost', 'http://localhost:8080/'],
  ])('our own listeners stay denied inside %s', async (_kind, entry, address) => {
    await expect(judge(address, { allow: [entry] })).resolves.toBeUndefined()
    await expect(judge(address, { allow: [entry], ownListeners: ['127.0.0.1:8080'] })).rejects.toMatchObject(
      denied,
    )
  })
})

test.each([
  ['http://EXAMPLE.com./', true],
  ['http://a.example.com/', false],
  ['http://10.1.2.3:9000/', true],
  ['http://[::ffff:10.1.2.3]/', true],
  ['http://10.2.0.1/', false],
  ['http://8.8.8.8/', false],
])('whether the operator allowed the host of %s: %s', (address, isAllowed) => {
  expect(egress({ allow: ['example.com', '10.1.0.0/16'] }).isAllowed(new URL(address))).toBe(isAllowed)
})

describe('resolve', () => {
  test('gives the addresses that were checked', async () => {
    expect(await egress().resolve('public.com', 443)).toEqual(['8.8.8.8', '2001:4860:4860::8888'])
    expect(await egress().resolve('[2606:4700::1111]', 443)).toEqual(['2606:4700::1111'])
  })

  test('makes one query for each decision', async () => {
    const queried: string[] = []
    const flipping = egress({
      query: async (host) => ({ value: [queried.push(host) === 1 ? '8.8.8.8' : '127.0.0.1'], ttlMs: 0 }),
    })
    expect(await flipping.resolve('rebind.com', 80)).toEqual(['8.8.8.8'])
    expect(queried).toHaveLength(1)
    await expect(flipping.resolve('rebind.com', 80)).rejects.toMatchObject(denied)
  })
})

describe('a name whose servers are silent', () => {
  const silent = () => egress({ query: () => new Promise(() => undefined) })
  const url = new URL('http://silent.com/')

  test('passes a check with a time limit', async () => {
    await expect(silent().check(url, { timeoutMs: 10 })).resolves.toBeUndefined()
  })

  test('stops waiting when the caller does', async () => {
    const signal = AbortSignal.abort()
    await expect(silent().check(url, { timeoutMs: 10, signal })).rejects.toMatchObject({ name: 'AbortError' })
    await expect(silent().resolve('silent.com', 80, signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('settings that cannot be understood are refused at the start', () => {
  expect(() => createEgress({ allow: ['10.0.0.0/99'] })).toThrow('EGRESS_ALLOW')
  expect(() => createEgress({ allow: [], hostAddresses: ['x'] })).toThrow('HOST_ADDRESSES')
  expect(() => createEgress({ allow: [], dnsServers: ['dns.example.com'] })).toThrow('DNS_SERVERS')
  expect(() => createEgress({ allow: [], ownListeners: ['x'] })).toThrow('listener')
})

test.each([
  ['of its interfaces', { interfaces: () => ({ eth0: [{ address: '8.8.8.8' }] }) }],
  ['that the operator names', { hostAddresses: ['8.8.8.8'] }],
])('public addresses of this machine %s are denied, in an address and by name', async (_, own) => {
  for (const address of ['http://8.8.8.8:9100/', 'http://public.com/', 'http://[::ffff:8.8.8.8]/']) {
    await expect(judge(address, own)).rejects.toMatchObject(denied)
    await judge(address, { interfaces: () => ({}) })
    await judge(address, { ...own, allow: ['8.8.8.8'] })
  }
})
