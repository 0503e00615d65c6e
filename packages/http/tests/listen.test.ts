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
  test('finishes what is under way, and says that the connection ends', async () => {
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

  test('does not wait for connections that are kept without use', async () => {
    const { ask, stop } = await start((_req, res) => res.end('done'))
    expect((await ask()).headers.connection).toBe('keep-alive')
    await stop()
  })

  test('ends a connection whose answer had begun', async () => {
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

  test('still answers for a while, but keeps no connection', async () => {
    const { ask, stop } = await start((_req, res) => res.end('done'), { lameDuckMs: 3000 })
    await ask()
    const stopped = stop()
    const late = await ask()
    expect([late.statusCode, late.headers.connection]).toEqual([200, 'close'])
    await stopped
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
  })

  test('cuts what does not end in time', async () => {
    const begun = Promise.withResolvers<void>()
    const { ask, stop } = await start(() => begun.resolve(), { graceMs: 50 })
    const answer = expect(ask()).rejects.toThrow('socket hang up')
    await begun.promise
    await stop()
    await answer
  })
})

test('a port that is taken is an error', async () => {
  const { listener, stop } = await start((_req, res) => res.end())
  await expect(listen(() => {}, { host: '127.0.0.1', port: listener.port })).rejects.toThrow('EADDRINUSE')
  await stop()
})
