import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createEgress, type EgressSettings } from '../src/policy/egress-policy.ts'
import { startDnsServer, type DnsReply, type DnsScript } from '@render/testkit'

const denied = { code: 'URLDoesNotResolveError' }
const undecided = { code: 'ServiceUnavailable' }
const publicAddress = '8.8.8.8'
const publicAddress6 = '2001:4860:4860::8888'

let script: DnsScript
let dns: Awaited<ReturnType<typeof startDnsServer>>

beforeEach(async () => {
  script = () => undefined
  dns = await startDnsServer((name, type) => script(name, type))
})

afterEach(() => dns[Symbol.asyncDispose]())

describe('a name looked up at the configured server', () => {
  test('is resolved to all its IPv4 and IPv6 addresses', async () => {
    answer({ A: [publicAddress, '1.1.1.1'], AAAA: [publicAddress6] })
    expect((await egress().resolve('many.com', 80)).toSorted()).toEqual(
      ['1.1.1.1', publicAddress, publicAddress6].toSorted(),
    )
    expect(dns.questions.toSorted()).toEqual(['A many.com', 'AAAA many.com'])
  })

  test('is resolved when it has addresses of one family only', async () => {
    answer({ A: [publicAddress] })
    expect(await egress().resolve('four.com', 80)).toEqual([publicAddress])
    answer({ AAAA: [publicAddress6] })
    expect(await egress().resolve('six.com', 80)).toEqual([publicAddress6])
  })

  test.each<[string, DnsScript]>([
    ['is private', () => a('10.0.0.1')],
    ['is public and private', () => a(publicAddress, '10.0.0.1')],
    [
      'is public by IPv4 and private by IPv6',
      (_name, type) => (type === 'A' ? a(publicAddress) : aaaa('::1')),
    ],
    ['does not exist', () => ({ rcode: 3 })],
    ['has no address', () => ({})],
    ['makes the server fail', () => ({ rcode: 2 })],
    ['is a loop of aliases', (name) => ({ records: [{ type: 'CNAME', data: name }] })],
  ])('is refused when it %s', async (_case, theScript) => {
    script = theScript
    await expect(egress().resolve('refused.com', 80)).rejects.toMatchObject(denied)
    await expect(egress().check(new URL('http://refused.com/'), { timeoutMs: 5000 })).rejects.toMatchObject(
      denied,
    )
  })

  test('is refused when it has become private since the last answer, with one lookup per decision', async () => {
    const policy = egress()
    answer({ A: [publicAddress] })
    expect(await policy.resolve('rebind.com', 80)).toEqual([publicAddress])
    expect(dns.questions.filter((question) => question === 'A rebind.com')).toHaveLength(1)

    answer({ A: ['127.0.0.1'] })
    await expect(policy.resolve('rebind.com', 80)).rejects.toMatchObject(denied)
    expect(dns.questions.filter((question) => question === 'A rebind.com')).toHaveLength(2)
  })

  test('is looked up once for concurrent callers', async () => {
    answer({ A: [publicAddress] })
    const policy = egress()
    await Promise.all(Array.from({ length: 20 }, () => policy.resolve('popular.com', 80)))
    expect(dns.questions.filter((question) => question.startsWith('A '))).toHaveLength(1)
  })

  test('is not looked up again while its answer is valid', async () => {
    answer({ A: [publicAddress] }, 60)
    const policy = egress()
    await policy.resolve('lasting.com', 80)
    await policy.resolve('lasting.com', 443)
    expect(dns.questions.filter((question) => question.startsWith('A '))).toHaveLength(1)
  })

  test('is not looked up when it has no known top-level domain, unless it is allowed', async () => {
    answer({ A: ['127.0.1.1'] })
    await expect(egress().resolve('fixture.test', 80)).rejects.toMatchObject({
      code: 'InvalidURLExtensionError',
    })
    expect(dns.questions).toEqual([])
    expect(await egress({ allow: ['fixture.test'] }).resolve('fixture.test', 80)).toEqual(['127.0.1.1'])
  })
})

describe('a resolver that never answers', () => {
  // Never ends without a limit for a decision.
  test('causes a failure that can be retried, and before that passes a short check', async () => {
    const policy = egress({ query: () => new Promise<never>(() => {}) })
    const ended: string[] = []
    const dial = expect(policy.resolve('silent.com', 80)).rejects.toMatchObject(undecided)
    const dialled = dial.then(() => ended.push('dial'))
    await policy.check(new URL('http://silent.com/'), { timeoutMs: 50 })
    ended.push('check')
    await dialled
    expect(ended).toEqual(['check', 'dial'])
  })
})

test('servers that do not answer pass every check, and cause a failure that can be retried', async () => {
  const policy = egress()
  const checked = policy.check(new URL('http://unanswered.com/'), { timeoutMs: 60_000 })
  await expect(policy.resolve('unanswered.com', 80)).rejects.toMatchObject(undecided)
  await expect(checked).resolves.toBeUndefined()
})

test('without configured servers the resolver of the system is used', async () => {
  const system = createEgress({ allow: ['localhost'] })
  expect(await system.resolve('localhost', 80)).toContain('127.0.0.1')
})

function egress(settings: Partial<EgressSettings> = {}) {
  return createEgress({ allow: [], dnsServers: [dns.address], ...settings })
}

function answer(addresses: { A?: string[]; AAAA?: string[] }, ttlSeconds = 0): void {
  script = (_name, type) => ({
    ...(type === 'A' ? a(...(addresses.A ?? [])) : aaaa(...(addresses.AAAA ?? []))),
    ttlSeconds,
  })
}

function a(...addresses: string[]): DnsReply {
  return { records: addresses.map((data) => ({ type: 'A', data })) }
}

function aaaa(...addresses: string[]): DnsReply {
  return { records: addresses.map((data) => ({ type: 'AAAA', data })) }
}
