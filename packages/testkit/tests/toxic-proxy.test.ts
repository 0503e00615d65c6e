import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startToxicProxy, until, type ToxicProxy } from '../src/index.ts'

/** Echoes everything and records the size of each chunk. */
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
  test('forwards everything in order, both ways', async () => {
    const socket = await dial()
    const text = 'abcdefghij'.repeat(100_000)
    socket.write(text)
    await until(() => socket.heard.length === text.length)
    expect(socket.heard).toBe(text)
    socket.destroy()
  })

  test('delays data and keeps its order', async () => {
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

  test('forwards in slices', async () => {
    proxy.poison({ sliceBytes: 3, latencyMs: 5 })
    const socket = await dial()
    socket.write('abcdefgh')
    await until(() => socket.heard.length === 8)
    expect(socket.heard).toBe('abcdefgh')
    socket.destroy()
  })

  test('resets connections at random', async () => {
    proxy.poison({ resetShare: 0.3 })
    const socket = await dial()
    socket.write('a')
    await until(() => socket.heard === 'a')
    random = 0.2
    socket.write('b')
    await until(() => socket.destroyed)
    expect(socket).toMatchObject({ heard: 'a', failure: 'ECONNRESET' })
  })

  test('cut: resets connections and refuses new ones until it is restored', async () => {
    const socket = await dial()
    await proxy.cut()
    await until(() => socket.destroyed)
    expect((await dial()).failure).toBe('ECONNREFUSED')
    await proxy.restore()
    const again = await dial()
    again.write('a')
    await until(() => again.heard === 'a')
    again.destroy()
  })

  test('frozen: accepts connections and forwards nothing', async () => {
    proxy.freeze()
    const socket = await dial()
    socket.write('a')
    await sleep(100)
    expect([pieces, socket.heard, socket.destroyed]).toEqual([[], '', false])
    proxy.thaw()
    await until(() => socket.destroyed)
  })

  test('frozen for responses: forwards requests, but no responses and no close of the server', async () => {
    proxy.freeze('responses')
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
  ] as const)('trap: stops %s the request, only on its connection', async (stops, reached) => {
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
