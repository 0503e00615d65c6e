// Checks host names that change their address after the check (DNS rebinding), and names without an address.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST, startDnsServer, type DnsScript } from '@render/testkit'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { ErrorCode } from '@render/errors'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'
import { startTestProxy } from './test-proxy.ts'

const CANARY_HOST = '127.0.0.1'

const parts = new AsyncDisposableStack()
let engine: TestEngine
let dns: Awaited<ReturnType<typeof startDnsServer>>
let script: DnsScript
beforeAll(async () => {
  dns = parts.use(await startDnsServer((name, type) => script(name, type)))
  const proxy = parts.use(await startTestProxy({ allow: ['127.0.1.0/24'], dnsServers: [dns.address] }))
  engine = parts.use(await startTestEngine({ proxy }))
})
afterAll(() => parts.disposeAsync())

/** Makes the DNS server answer the queries for a name with one address after another, and then with the last one. */
function answerInTurn(...addresses: string[]): void {
  script = (_, type) => {
    if (type !== 'A') return {}
    const [data] = addresses.length > 1 ? addresses.splice(0, 1) : addresses
    return { records: [{ type: 'A', data: data! }], ttlSeconds: 0 }
  }
}

/** Starts a site and a canary on the same port. Another process may have taken that port of the canary's address. */
async function startOnSharedPort<Site extends AsyncDisposable & { port: number }>(
  startSite: () => Promise<Site>,
  canary: Server,
): Promise<Site> {
  const site = await startSite()
  canary.listen(site.port, CANARY_HOST)
  try {
    await once(canary, 'listening')
    return site
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  }
  await using _taken = site
  return startOnSharedPort(startSite, canary)
}

describe('a name that changes to an address of this machine', () => {
  test.each([
    ['between two connections of its page', ['/', '/there?0'], [ORIGIN_HOST, ORIGIN_HOST, CANARY_HOST]],
    ['as soon as its page is loaded', ['/'], [ORIGIN_HOST, CANARY_HOST]],
    ['before its page is requested', [], [CANARY_HOST]],
  ])('%s is refused from that moment', async (_, arrived, addresses) => {
    answerInTurn(...addresses)
    const seen: string[] = []
    const ask = `
      for (let i = 0; i < 5; i++) await fetch('/there?' + i).catch(() => {})
      document.body.append(document.createElement('u'))`
    const startSite = () =>
      listenOn(ORIGIN_HOST, (req, res) => {
        seen.push(req.url!)
        // Closing the connection makes the next request open another one.
        res.writeHead(200, { 'content-type': 'text/html', connection: 'close' })
        res.end(page('', `<script type="module">${ask}</script>`))
      })
    let heard = 0
    const canary = createServer((_req, res) => {
      heard += 1
      res.end()
    })
    await using site = await startOnSharedPort(startSite, canary)
    const rendering = engine.make({ url: `http://rebind.com:${site.port}/`, wait_for: 'u' })
    if (arrived.length > 0) expect((await rendering).response?.statusCode).toBe(200)
    else await expect(rendering).rejects.toMatchObject({ code: 'URLDoesNotResolveError' })
    canary.close()
    expect(seen).toEqual(arrived)
    expect(heard).toBe(0)
  })
})

describe('a name', () => {
  test.each<[string, ErrorCode, DnsScript]>([
    ['that does not exist', 'URLDoesNotResolveError', () => ({ rcode: 3 })],
    ['whose server fails', 'URLDoesNotResolveError', () => ({ rcode: 2 })],
    ['whose server does not answer', 'ServiceUnavailable', () => undefined],
    [
      'whose server takes long',
      'ServiceUnavailable',
      () => ({ records: [{ type: 'A', data: ORIGIN_HOST }], afterMs: 20_000 }),
    ],
    [
      'with a loop of aliases',
      'URLDoesNotResolveError',
      (name) => ({ records: [{ type: 'CNAME', data: name }] }),
    ],
  ])('%s fails with %s', async (_, code, theScript) => {
    script = theScript
    const questionsBefore = dns.questions.length
    const url = `http://name-${questionsBefore}.com/`
    await expect(engine.make({ url })).rejects.toMatchObject({ code })
    expect(dns.questions.length).toBeGreaterThan(questionsBefore)
  })
})
