// Tests faulty receivers, and the delivery log of their events. Fails when each attempt has an id of its own.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { runService, freeze, listenOn, listenSecurely, ORIGIN_HOST, startDnsServer } from '@render/testkit'
import { startTestBench, type TestBench } from './test-bench.ts'

let bench: TestBench
let parts: AsyncDisposableStack

beforeAll(async () => {
  bench = await startTestBench()
})

afterEach(async () => {
  await bench.stopDispatchers()
  await parts?.disposeAsync()
})

afterAll(() => bench[Symbol.asyncDispose]())

const ONE_RETRY = { WEBHOOK_RETRY_DELAYS: '10ms', WEBHOOK_TIMEOUT_MS: '4000' }
const OK = 'HTTP/1.1 200 OK\r\n'

/** Applies `fault` to the first connection and answers later ones. Returns the reported result of each attempt. */
async function meet(fault: (socket: Socket) => void, settings: Record<string, string> = ONE_RETRY) {
  parts = new AsyncDisposableStack()
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      sockets.push(socket)
      if (sockets.length === 1) fault(socket)
      else socket.end(`${OK}content-length: 0\r\n\r\n`)
    })
  })
  server.listen(0, ORIGIN_HOST)
  await once(server, 'listening')
  parts.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await bench.dispatch(settings)
  const id = await bench.announce(`http://${ORIGIN_HOST}:${(server.address() as AddressInfo).port}/`)
  return resultsOf(id)
}

async function resultsOf(id: string) {
  const reports = await bench.reportsOf(id)
  return reports.map(({ state, attempt }) => [state, attempt!.status ?? attempt!.failure])
}

/** Sends single bytes until the connection is closed. */
function drip(socket: Socket, text: string): void {
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length]!), 20)
  socket.on('close', () => clearInterval(timer))
}

describe('an event is sent again after a receiver', () => {
  test.each<[string, (socket: Socket) => void, string | number]>([
    ['C05 hangs', () => {}, 'timeout'],
    [
      'C05 sends the head of its answer byte by byte',
      (socket) => drip(socket, `${OK}x: ${'y'.repeat(5000)}`),
      'timeout',
    ],
    ['X31 closes without an answer', (socket) => socket.end(), 'connection_failed'],
    ['X31 resets the connection', (socket) => socket.resetAndDestroy(), 'connection_failed'],
    [
      'X31 closes within the head of its answer',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nx:'),
      'connection_failed',
    ],
    ['does not speak HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'invalid_response'],
    ['X29 answers 5xx', (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'), 502],
  ])('%s', async (_, fault, result) => {
    expect(await meet(fault)).toEqual([
      ['pending', result],
      ['delivered', 200],
    ])
  })
})

describe('an event counts as delivered when a receiver answers 200 but', () => {
  test.each<[string, (socket: Socket) => void]>([
    [
      'C04 sends its body byte by byte',
      (socket) => (socket.write(`${OK}content-length: 9999\r\n\r\n`), drip(socket, 'x')),
    ],
    ['C04 closes within its body', (socket) => socket.end(`${OK}content-length: 9999\r\n\r\npart`)],
    ['C04 sends an endless body', (socket) => flood(socket)],
    [
      'X28 answers slowly, within the timeout',
      (socket) => void setTimeout(() => socket.end(`${OK}content-length: 0\r\n\r\n`), 200),
    ],
  ])('%s', async (_, fault) => {
    expect(await meet(fault, { ...ONE_RETRY, WEBHOOK_TIMEOUT_MS: '5000' })).toEqual([['delivered', 200]])
  })

  function flood(socket: Socket): void {
    socket.write(`${OK}content-type: text/plain\r\n\r\n`)
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const send = () => {
      while (!socket.destroyed && socket.write(chunk)) {
        // Until the kernel's buffers are full.
      }
    }
    socket.on('drain', send)
    send()
  }
})

describe('a receiver that is unavailable for long', () => {
  test('X29 gets the event at the eighth attempt after seven 5xx', async () => {
    await bench.dispatch()
    let requests = 0
    const { url, received } = await bench.receiver((response) =>
      response.writeHead(++requests < 8 ? 503 : 200).end(),
    )
    const id = await bench.announce(url)
    expect((await resultsOf(id)).map(([state]) => state)).toEqual([...Array(7).fill('pending'), 'delivered'])
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  test('X27 refuses all connections: every attempt fails, and the last ends the delivery', async () => {
    await bench.dispatch(ONE_RETRY)
    const { port } = await listenAndLeave()
    expect(await resultsOf(await bench.announce(`http://${ORIGIN_HOST}:${port}/`))).toEqual([
      ['pending', 'connection_failed'],
      ['exhausted', 'connection_failed'],
    ])
  })

  async function listenAndLeave() {
    await using server = await listenOn(ORIGIN_HOST, () => {})
    return { port: server.port }
  }
})

describe('a private address is never contacted', () => {
  test.each([301, 302, 303, 307, 308])('C03 after a %i redirect to it', async (status) => {
    await bench.dispatch(ONE_RETRY)
    const canary = await bench.receiver(undefined, '127.0.0.1')
    const { url } = await bench.receiver((response) =>
      response.writeHead(status, { location: canary.url }).end(),
    )
    expect(await resultsOf(await bench.announce(url))).toEqual([
      ['pending', status],
      ['exhausted', status],
    ])
    expect(canary.received).toEqual([])
  })

  test('C02 after the host name resolves to it since the second attempt', async () => {
    parts = new AsyncDisposableStack()
    const addresses = [ORIGIN_HOST]
    const dns = parts.use(
      await startDnsServer((_name, type) =>
        type === 'A'
          ? { records: [{ type: 'A', data: addresses.shift() ?? '127.0.0.1' }], ttlSeconds: 0 }
          : {},
      ),
    )
    await bench.dispatch({ ...ONE_RETRY, DNS_SERVERS: dns.address })
    const { url, received } = await bench.receiver((response) => response.writeHead(500).end())
    const canary = await bench.receiver(undefined, '127.0.0.1')
    const { port } = new URL(url)
    expect(await resultsOf(await bench.announce(`http://hook.com:${port}/`))).toEqual([
      ['pending', 500],
      ['exhausted', 'destination_not_allowed'],
    ])
    expect([received.length, canary.received]).toEqual([1, []])
  })

  test('C06 nor a receiver with an untrusted certificate', async () => {
    parts = new AsyncDisposableStack()
    let requests = 0
    const receiver = parts.use(
      await listenSecurely((_request, response) => {
        requests++
        response.end()
      }),
    )
    await bench.dispatch(ONE_RETRY)
    expect(await resultsOf(await bench.announce(receiver.url))).toEqual([
      ['pending', 'tls_failed'],
      ['exhausted', 'tls_failed'],
    ])
    expect(requests).toBe(0)
  })
})

describe('user name and password of an address', () => {
  test('C07 are sent to the receiver and appear nowhere else', async () => {
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const id = await bench.announce(url.replace('//', '//user:sesame@'))
    const reports = await bench.reportsOf(id)
    expect(received[0]!.headers.authorization).toBe(`Basic ${Buffer.from('user:sesame').toString('base64')}`)
    expect(JSON.stringify(reports)).not.toMatch(/sesame|hidden-query/)
  })
})

describe('a dispatcher that is killed', () => {
  test('X33 between the answer and its report: the event is sent again with the same id and reported once', async () => {
    parts = new AsyncDisposableStack()
    const victim = await runService('webhook-dispatcher', bench.settings({ LOG_LEVEL: 'debug' }))
    const answered = Promise.withResolvers<void>()
    const { url, received } = await bench.receiver((response) => {
      if (received.length > 1) return void response.end()
      // The dispatcher gets the answer but cannot report it.
      const frozen = freeze(bench.broker.process.identity!.pid)
      response.end(() =>
        setTimeout(() => {
          victim.kill('SIGKILL')
          frozen[Symbol.dispose]()
          answered.resolve()
        }, 300),
      )
    })
    const id = await bench.announce(url)
    await answered.promise
    await victim.exited
    await bench.dispatch()
    const reports = await bench.reportsOf(id)
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    expect(received[1]!.body).toBe(received[0]!.body)
    expect(reports.map(({ state, attempts }) => [state, attempts])).toEqual([['delivered', 1]])
    expect(await bench.isDelivered(id)).toBe(true)
  })
})
