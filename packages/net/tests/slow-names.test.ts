import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startDnsServer, until, type DnsScript } from '@render/testkit'
import { startEgressProxy } from '../src/index.ts'
import { connectThrough } from './socks-client.ts'

const FAILED = 1
const FORBIDDEN = 2

let script: DnsScript
let parts: AsyncDisposableStack
let dns: Awaited<ReturnType<typeof startDnsServer>>
let open: () => Promise<string>

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  dns = parts.use(await startDnsServer((name, type) => script(name, type)))
  const proxy = parts.use(await startEgressProxy({ allow: ['127.0.1.0/24'], dnsServers: [dns.address] }))
  open = async () => parts.use(await proxy.openTunnel({ bytes: 1e6, connections: 8 })).url
})
afterEach(() => parts.disposeAsync())

test.each<[string, DnsScript]>([
  ['never answers', () => undefined],
  ['takes long', () => ({ records: [{ type: 'A', data: '127.0.1.1' }], afterMs: 20_000 })],
])('names whose server %s are all looked up at once, refused, and delay no others', async (_, theScript) => {
  script = (name, type) => (name.startsWith('slow') ? theScript(name, type) : { rcode: 3 })
  const answered: string[] = []
  const ask = async (name: string): Promise<void> => {
    expect((await connectThrough(await open(), name, 80)).reply).toBe(
      name === 'quick.com' ? FORBIDDEN : FAILED,
    )
    answered.push(name)
  }
  const names = Array.from({ length: 50 }, (_each, index) => `slow-${index}.com`)
  const slow = Promise.all(names.map(ask))
  // A resolver that looks up a few names at a time would ask for the others only after these time out.
  await until(() => names.every((name) => dns.questions.includes(`A ${name}`)))
  await ask('quick.com')
  expect(answered).toEqual(['quick.com'])
  await slow
  expect(answered).toHaveLength(51)
})
