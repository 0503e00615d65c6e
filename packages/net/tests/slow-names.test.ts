import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startDnsServer, type DnsScript } from '@render/testkit'
import { startEgressProxy } from '../src/index.ts'
import { connectThrough } from './socks-client.ts'

const FORBIDDEN = 2

let script: DnsScript
let parts: AsyncDisposableStack
let open: () => Promise<string>

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  const dns = parts.use(await startDnsServer((name, type) => script(name, type)))
  const proxy = parts.use(await startEgressProxy({ allow: ['127.0.1.0/24'], dnsServers: [dns.address] }))
  open = async () => parts.use(await proxy.open({ bytes: 1e6, connections: 8 })).url
})
afterEach(() => parts.disposeAsync())

test.each<[string, DnsScript]>([
  ['says nothing', () => undefined],
  ['takes five seconds', () => ({ records: [{ type: 'A', data: '127.0.1.1' }], afterMs: 5000 })],
])(
  'names whose server %s are all refused within six seconds, and no other waits for them',
  async (_, theScript) => {
    script = (name, type) => (name.startsWith('slow') ? theScript(name, type) : { rcode: 3 })
    let answered = 0
    const ask = async (name: string): Promise<number> => {
      const url = await open()
      const start = performance.now()
      expect((await connectThrough(url, name, 80)).reply).toBe(FORBIDDEN)
      answered += 1
      return performance.now() - start
    }
    const slow = Promise.all(Array.from({ length: 50 }, (_each, index) => ask(`slow-${index}.com`)))
    await ask('quick.com')
    expect(answered).toBe(1)
    expect(Math.max(...(await slow))).toBeLessThan(6000)
  },
)
