import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startToxicProxy, until, type ToxicProxy } from '../src/index.ts'

/** Says everything again, and keeps how much came in each piece. */
let echo: Server
let pieces: number[]
let proxy: ToxicProxy
let random: number

beforeEach(async () => {
  pieces = []
  random = 0.5
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      pieces.push(chunk.length)
      socket.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const { port } = echo.address() as AddressInfo
  proxy = await startToxicProxy(
    () => ({ host: '127.0.0.1', port }),
    () => random,
  )
})

afterEach(async () => {
  await proxy[Symbol.asyncDispose]()
  echo.close()
})

async function dial(): Promise<Socket & { heard: string; failure?: string }> {
  const socket = Object.assign(connect(proxy.port, '127.0.0.1'), { heard: '' })
  socket.on('data', (chunk: Buffer) => (socket.heard += chunk.toString()))
  socket.on('error', ({ code }: NodeJS.ErrnoException) => Object.assign(socket, { failure: code }))
  await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch(() => {})
  return socket
}

describe('a toxic proxy', () => {
  test('passes everything in its order, both ways', async () => {
    const socket = await dial()
    const text = 'abcdefghij'.repeat(100_000)
    socket.write(text)
    await until(() => socket.heard.length === text.length)
    expect(socket.heard).toBe(text)
    socket.destroy()
  })

  test('is late, and keeps the order all the same', async () => {
    proxy.poison({ latencyMs: 100, jitterMs: 100 })
    const socket = await dial()
    const begun = performance.now()
    for (const [index, chance] of [0.9, 0.1, 0.5].entries()) {
      random = chance
      socket.write(String(index))
      await sleep(10)
    }
    await until(() => socket.heard.length === 3)
    expect(socket.heard).toBe('012')
    expect(performance.now() - begun).toBeGreaterThan(200)
    socket.destroy()
  })

  test('passes pieces', async () => {
    proxy.poison({ sliceBytes: 3, latencyMs: 5 })
    const socket = await dial()
    socket.write('abcdefgh')
    await until(() => socket.heard.length === 8)
    expect(socket.heard).toBe('abcdefgh')
    socket.destroy()
  })

  test('resets connections by chance', async () => {
    proxy.poison({ resetShare: 0.3 })
    const socket = await dial()
    socket.write('a')
    await until(() => socket.heard === 'a')
    random = 0.2
    socket.write('b')
    await until(() => socket.destroyed)
    expect(socket).toMatchObject({ heard: 'a', failure: 'ECONNRESET' })
  })

  test('cut, ends what there is and refuses what comes, until it is mended', async () => {
    const socket = await dial()
    await proxy.cut()
    await until(() => socket.destroyed)
    expect((await dial()).failure).toBe('ECONNREFUSED')
    await proxy.mend()
    const again = await dial()
    again.write('a')
    await until(() => again.heard === 'a')
    again.destroy()
  })

  test('frozen, takes connections and passes nothing', async () => {
    proxy.freeze()
    const socket = await dial()
    socket.write('a')
    await sleep(100)
    expect([pieces, socket.heard, socket.destroyed]).toEqual([[], '', false])
    proxy.thaw()
    await until(() => socket.destroyed)
  })

  test('half open, passes requests and no answers, nor that the server is gone', async () => {
    proxy.freeze('answers')
    const socket = await dial()
    socket.write('a')
    await until(() => pieces.length === 1)
    await sleep(100)
    expect([socket.heard, socket.destroyed]).toEqual(['', false])
    proxy.thaw()
  })

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('stops %s a request, on its connection alone', async (stops, reached) => {
    const trapped = proxy.trap((request) => request.includes('commit'), stops)
    const [socket, other] = [await dial(), await dial()]
    socket.write('commit')
    await trapped
    other.write('commit')
    await until(() => other.heard === 'commit')
    expect([socket.heard, pieces.length]).toEqual(['', 1 + reached])
    socket.destroy()
    other.destroy()
  })
})
