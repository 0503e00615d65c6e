import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ErrorEnvelope } from '../src/index.ts'
import { listen, type ListenSettings } from '../src/listen.ts'

/** Longer than a test may take, so that no time of the listener ends a connection. */
const PATIENT: ListenSettings = { graceMs: 300_000, stallMs: 300_000 }

async function start(app: RequestListener, settings?: ListenSettings) {
  const listener = await listen(app, { host: '127.0.0.1', port: 0 }, settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (): Promise<IncomingMessage> => {
    const req = request({ host: '127.0.0.1', port: listener.port, agent }).end()
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    return res.resume()
  }
  // Node's own time limit would end idle connections.
  listener.server.keepAliveTimeout = 0
  return { listener, ask, stop: () => listener[Symbol.asyncDispose]() }
}

describe('a listener that is disposed', () => {
  test('completes responses under way with Connection: close', async () => {
    const held = Promise.withResolvers<() => void>()
    const { ask, stop } = await start((_req, res) => held.resolve(() => res.end('done')))
    const answer = ask()
    const finish = await held.promise
    const stopped = stop()
    finish()
    const { statusCode, headers } = await answer
    expect([statusCode, headers.connection]).toEqual([200, 'close'])
    await stopped
  })

  test('does not wait for idle keep-alive connections', async () => {
    const { ask, stop } = await start((_req, res) => res.end('done'), PATIENT)
    expect((await ask()).headers.connection).toBe('keep-alive')
    await stop()
  })

  test('ends a connection after a response that had begun', async () => {
    const held = Promise.withResolvers<() => void>()
    const { ask, stop } = await start((_req, res) => {
      res.write('begun')
      held.resolve(() => res.end('done'))
    }, PATIENT)
    await ask()
    const stopped = stop()
    ;(await held.promise)()
    await stopped
  })

  test('responds during the lame-duck time, without keep-alive', async () => {
    const { ask, stop } = await start((_req, res) => res.end('done'), { lameDuckMs: 3000 })
    await ask()
    const stopped = stop()
    const late = await ask()
    expect([late.statusCode, late.headers.connection]).toEqual([200, 'close'])
    await stopped
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
  })

  test('cuts responses after the grace time', async () => {
    const begun = Promise.withResolvers<void>()
    const { ask, stop } = await start(() => begun.resolve(), { graceMs: 50 })
    const answer = expect(ask()).rejects.toThrow('socket hang up')
    await begun.promise
    await stop()
    await answer
  })
})

describe('a connection on which nothing moves', () => {
  const stallMs = 200

  test('is closed when the client does not take a response', async () => {
    const closed = Promise.withResolvers<void>()
    const { listener, stop } = await start(
      (_req, res) => void res.once('close', closed.resolve).end(Buffer.alloc(64 * 1024 ** 2)),
      { stallMs },
    )
    const socket = connect(listener.port, '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await closed.promise
    socket.destroy()
    await stop()
  })

  test('stays open while the response is being made', async () => {
    const { ask, stop } = await start((_req, res) => void setTimeout(() => res.end('done'), 3 * stallMs), {
      stallMs,
    })
    expect((await ask()).statusCode).toBe(200)
    await stop()
  })
})

describe('a request that cannot be read', () => {
  /** Sends bytes and returns all that comes back. */
  async function send(port: number, bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.write(Buffer.from(bytes, 'latin1'))
    return text(socket)
  }

  const HEAD = 'GET / HTTP/1.1\r\nHost: a\r\n'

  test.each([
    ['headers that are too large', `${HEAD}x: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HeadersTooLarge'],
    ['bytes of UTF-8 in the query', 'GET /?a=caf\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'InvalidQuery'],
    ['a space in the query', 'GET /?a=b c HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'MalformedRequest'],
    ['something else', 'hello\r\n\r\n', 400, 'MalformedRequest'],
  ])('is answered in the envelope and logged: %s', async (_what, bytes, status, code) => {
    const logged: object[] = []
    const log = { info: (details: object) => void logged.push(details) }
    const { listener, stop } = await start((_req, res) => res.end(), { log })
    const [head, body] = (await send(listener.port, bytes)).split('\r\n\r\n')
    const { requestId, error } = JSON.parse(body!) as ErrorEnvelope
    expect([head!.split(' ')[1], error.code]).toEqual([String(status), code])
    expect(head!.split('\r\n').slice(1)).toEqual([
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body!)}`,
      'Cache-Control: no-store',
      `x-service-request-id: ${requestId}`,
      expect.stringMatching(/^x-service-error-message: [\x20-\x7e]+$/),
      'Connection: close',
    ])
    expect(logged).toEqual([{ requestId, client: '127.0.0.1', status, code }])
    await stop()
  })

  test('is answered while its body arrives too slowly, unless the response has begun', async () => {
    const answers = [(_res: ServerResponse) => {}, (res: ServerResponse) => void res.write('begun')]
    const received = []
    for (const answer of answers) {
      const { listener, stop } = await start((req, res) => {
        answer(res)
        // Node notices only every few seconds.
        const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        listener.server.emit('clientError', late, req.socket)
      })
      received.push(await send(listener.port, `${HEAD}Content-Length: 9\r\n\r\nx`))
      await stop()
    }
    expect(received).toEqual([
      expect.stringMatching(/^HTTP\/1.1 408 [^]+"code":"RequestTimeout"/),
      expect.not.stringContaining('RequestTimeout'),
    ])
  })

  test('is answered under the id of its request and with the older names, without a second line', async () => {
    const logged: object[] = []
    const log = { info: (details: object) => void logged.push(details) }
    const { listener, stop } = await start((_req, res) => void res.setHeader('x-service-request-id', 'own'), {
      log,
      legacyPrefix: 'x-older',
    })
    const answer = await send(listener.port, `${HEAD}Transfer-Encoding: chunked\r\n\r\nno size`)
    expect(answer).toMatch(
      /\r\nx-service-request-id: own\r\n[^]*\r\nx-older-request-id: own\r\n[^]*"requestId":"own"/,
    )
    expect(logged).toEqual([])
    await stop()
  })

  test('is not answered in place of a complete one before it', async () => {
    const { listener, stop } = await start((_req, res) => void setTimeout(() => res.end('done'), 50))
    const answer = await send(listener.port, `${HEAD}\r\nhello\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*done/)
    expect(answer).not.toContain('MalformedRequest')
    await stop()
  })

  test.each([
    ['nothing was sent', '', 'ERR_HTTP_REQUEST_TIMEOUT'],
    ['its client left', `${HEAD}x: `, 'HPE_INVALID_EOF_STATE'],
  ])('is neither answered nor logged: %s', async (_what, bytes, code) => {
    const logged: object[] = []
    const log = { info: (details: object) => void logged.push(details) }
    const { listener, stop } = await start((_req, res) => res.end(), { log })
    const { server } = listener
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true })
    const [accepted] = (await once(server, 'connection')) as [Socket]
    if (bytes) socket.end(bytes)
    // Node notices only every few seconds.
    else server.emit('clientError', Object.assign(new Error('late'), { code }), accepted)
    expect([await text(socket), logged]).toEqual(['', []])
    socket.destroy()
    await stop()
  })

  test('may arrive as slowly as 2 Mbit/s', async () => {
    const { listener, stop } = await start(() => {}, { maxBodyBytes: 10_000_000 })
    expect(listener.server.requestTimeout).toBe(70_000)
    await stop()
  })
})

test('rejects when the port is in use', async () => {
  const { listener, stop } = await start((_req, res) => res.end())
  await expect(listen(() => {}, { host: '127.0.0.1', port: listener.port })).rejects.toThrow('EADDRINUSE')
  await stop()
})
