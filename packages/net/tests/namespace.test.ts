// Tests tunnels of the egress proxy inside a network namespace. On machines that cannot create namespaces, only the failure
// to do so is tested.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { descendantsOf } from '@render/testkit'
import { createNamespace, type NetworkNamespace } from '../src/proxy/namespace.ts'
import { startEgressProxy, type EgressProxy } from '../src/proxy/start-proxy.ts'
import { connectThrough } from './socks-client.ts'
import { allowedHost, startTestNetwork, type TestNetwork } from './test-network.ts'

const [GRANTED, FORBIDDEN] = [0, 2]
const LIMITS = { bytes: 1e6, connections: 8 }
const CLIENT = join(import.meta.dirname, 'fixtures', 'connect-inside.ts')

const run = promisify(execFile)
const processesBefore = new Set(descendantsOf(process.pid).map(({ pid }) => pid))
const isAllowed = await createNamespace(process.env.PATH).then(
  (namespace) => namespace[Symbol.asyncDispose]().then(() => true),
  () => false,
)

/** Returns the processes below this one, but for those that earlier test files of this process have left to later ones. */
const processesOfThisFile = (): number[] =>
  descendantsOf(process.pid).flatMap(({ pid }) => (processesBefore.has(pid) ? [] : pid))

/** Returns the namespaces that file descriptors of this process refer to. */
const heldNamespaces = (): string[] =>
  readdirSync('/proc/self/fd')
    .map((fd) => `/proc/self/fd/${fd}`)
    // The descriptor that lists the folder is closed by now.
    .filter((link) => existsSync(link))
    .map((link) => readlinkSync(link))
    .filter((target) => target.startsWith('net:'))

async function inside({ enter }: Pick<NetworkNamespace, 'enter'>, ...command: string[]): Promise<string> {
  const { stdout } = await run(enter[0]!, [...enter.slice(1), ...command])
  return stdout
}

describe('a machine that cannot create network namespaces', () => {
  let path: string
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'no-unshare-'))
  })
  afterEach(() => rmSync(path, { recursive: true }))

  test.each([
    ['that is missing', undefined, /ENOENT/],
    ['that is refused', 'echo "unshare failed: Operation not permitted" >&2; exit 1', /not permitted/],
    [
      'that creates no namespace',
      'while [ "$1" != sh ]; do shift; done; exec "$@"',
      /did not create a network namespace/,
    ],
  ])('throws an error for a program %s', async (_, script, message) => {
    if (script) writeFileSync(join(path, 'unshare'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const programs = script ? `${path}:${process.env.PATH}` : path
    await expect(createNamespace(programs)).rejects.toThrow(message)
  })
})

const describeInside = isAllowed ? describe : describe.skip

describeInside('a network namespace', () => {
  let namespace: NetworkNamespace
  beforeEach(async () => {
    namespace = await createNamespace(process.env.PATH)
  })
  afterEach(async () => {
    await namespace[Symbol.asyncDispose]()
  })

  test('has only interfaces to itself, and needs no process', async () => {
    const interfaces = (await inside(namespace, 'cat', '/proc/net/dev')).match(/\w+(?=:)/g)
    expect(interfaces).toEqual(['lo', 'cable1', 'cable0'])
    expect(await inside(namespace, 'cat', '/proc/net/route')).not.toMatch(/\n./)
    expect(processesOfThisFile()).toEqual([])
  })

  test('does not change: browsers abort their requests when the network changes', async () => {
    expect(await inside(namespace, 'sh', '-c', 'timeout 3 ip monitor link address || :')).toBe('')
  })

  test('is removed when it is disposed', async () => {
    const before = heldNamespaces()
    const other = await createNamespace(process.env.PATH)
    expect(heldNamespaces().length).toBeGreaterThan(before.length)
    await other[Symbol.asyncDispose]()
    expect(heldNamespaces()).toEqual(before)
    await expect(inside(other, 'true')).rejects.toThrow()
  })
})

describeInside('egress tunnels in a network namespace', () => {
  let parts: AsyncDisposableStack
  let proxy: EgressProxy
  let net: TestNetwork
  let port: number

  beforeAll(async () => {
    parts = new AsyncDisposableStack()
    net = parts.use(await startTestNetwork())
    const namespace = { path: process.env.PATH }
    const settings = { allow: [allowedHost], namespace, pingMs: 50, silenceMs: 4000 }
    proxy = parts.use(await startEgressProxy(settings))
    const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
    port = await net.listen(echo, allowedHost)
  })
  afterAll(() => parts.disposeAsync())

  async function ask(url: string, host: string, at: number): Promise<unknown> {
    return JSON.parse(await inside(proxy, process.execPath, CLIENT, url, host, String(at)))
  }

  test('connect to an allowed address, each with its own count, until they are closed', async () => {
    const one = await proxy.openTunnel(LIMITS)
    await using other = await proxy.openTunnel(LIMITS)
    expect(await ask(one.url, allowedHost, port)).toEqual({ reply: GRANTED, answer: 'hello', ended: true })
    expect([await one.bytes(), await other.bytes()]).toEqual([10, 0])
    await one[Symbol.asyncDispose]()
    expect(await ask(one.url, allowedHost, port)).not.toHaveProperty('reply')
    expect(await ask(other.url, allowedHost, port)).toMatchObject({ reply: GRANTED })
  })

  test('refuse forbidden addresses', async () => {
    await using tunnel = await proxy.openTunnel(LIMITS)
    expect(await ask(tunnel.url, '127.0.0.1', net.canary.port)).toMatchObject({ reply: FORBIDDEN })
    expect(await tunnel.refusalOf({ host: '127.0.0.1', port: net.canary.port })).toBe('not_allowed')
    expect(net.canary.connections).toBe(0)
  })

  test('cannot be reached from outside the namespace', async () => {
    await using tunnel = await proxy.openTunnel(LIMITS)
    await expect(connectThrough(tunnel.url, allowedHost, port)).rejects.toThrow('ECONNREFUSED')
    await expect(connectThrough('socks5://127.0.0.1:1080', allowedHost, port)).rejects.toThrow()
  })

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'open in the same namespace after %s of the process',
    async (signal) => {
      const tunnel = await proxy.openTunnel(LIMITS)
      process.kill(proxy.pid!, signal)
      while (tunnel.isOpen()) await sleep(10)
      await using next = await proxy.openTunnel(LIMITS)
      expect(await ask(next.url, allowedHost, port)).toMatchObject({ reply: GRANTED, answer: 'hello' })
      expect(processesOfThisFile()).toEqual([proxy.pid])
    },
  )
})
