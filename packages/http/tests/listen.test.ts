import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type RequestListener } from 'node:http'
import { listen, type ListenSettings } from '../src/listen.ts'

async function start(app: RequestListener, settings?: ListenSettings) {
  const listener = await listen(app, { host: '127.0.0.1', port: 0 }, settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (): Promise<IncomingMessage> => {
    const req = request({ host: '127.0.0.1', port: listener.port, agent }).end()
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    return res.resume()
  }
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
    const { ask, stop } = await start((_req, res) => res.end('done'))
    expect((await ask()).headers.connection).toBe('keep-alive')
    await stop()
  })

  test('ends a connection after a response that had begun', async () => {
    const held = Promise.withResolvers<() => void>()
    const { ask, stop } = await start((_req, res) => {
      res.write('begun')
      held.resolve(() => res.end('done'))
    })
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

test('rejects when the port is in use', async () => {
  const { listener, stop } = await start((_req, res) => res.end())
  await expect(listen(() => {}, { host: '127.0.0.1', port: listener.port })).rejects.toThrow('EADDRINUSE')
  await stop()
})
