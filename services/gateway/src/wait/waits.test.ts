import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { RenderEnds } from '@render/jobs'
import type { Response } from 'express'
import { EventEmitter } from 'node:events'
import { Gauge, Registry } from 'prom-client'
import { createWaits, type Waits } from './waits.ts'

describe('waiting for a render', () => {
  let waits: Waits
  let waiting: Gauge
  let listening: Set<AbortSignal>

  beforeEach(() => {
    jest.useFakeTimers()
    listening = new Set()
    waiting = new Gauge({ name: 'waiting', help: '.', registers: [new Registry()] })
    const renderEnds: Pick<RenderEnds, 'waitFor'> = {
      waitFor: (_id, _find, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) return resolve(undefined)
          listening.add(signal)
          signal.addEventListener('abort', () => listening.delete(signal) && resolve(undefined))
        }),
    }
    waits = createWaits({ renderEnds, renderLookup: { find: async () => undefined }, waiting })
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  function response({ closed = false } = {}): Response {
    return Object.assign(new EventEmitter(), { closed }) as unknown as Response
  }

  async function hasEnded(ended: Promise<unknown>): Promise<boolean> {
    const pending = {}
    await jest.advanceTimersByTimeAsync(0)
    return (await Promise.race([ended, Promise.resolve(pending)])) !== pending
  }

  test('ends when the time is up', async () => {
    const { ended } = waits.begin('r', 95, response())
    await jest.advanceTimersByTimeAsync(94_999)
    expect(await hasEnded(ended)).toBe(false)
    await jest.advanceTimersByTimeAsync(1)
    expect(await hasEnded(ended)).toBe(true)
  })

  test('lasts longer than any render with redirect_after 0', async () => {
    const { ended } = waits.begin('r', 0, response())
    await jest.advanceTimersByTimeAsync(15 * 60_000)
    expect(await hasEnded(ended)).toBe(false)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await hasEnded(ended)).toBe(true)
  })

  test('ends when the client disconnects or has disconnected', async () => {
    const res = response()
    const { ended } = waits.begin('r', 95, res)
    res.emit('close')
    expect(await hasEnded(ended)).toBe(true)
    expect(await hasEnded(waits.begin('r', 95, response({ closed: true })).ended)).toBe(true)
  })

  test('endWithin ends all waits after the given time, and later ones at once', async () => {
    const { ended } = waits.begin('r', 95, response())
    waits.endWithin(20_000)
    await jest.advanceTimersByTimeAsync(19_999)
    expect([await hasEnded(ended), waits.isStopping()]).toEqual([false, false])
    await jest.advanceTimersByTimeAsync(1)
    expect([await hasEnded(ended), waits.isStopping()]).toEqual([true, true])
    expect(await hasEnded(waits.begin('r', 95, response()).ended)).toBe(true)
  })

  test('leaves no listener, timer or gauge value behind', async () => {
    const res = response()
    const wait = waits.begin('r', 95, res)
    expect((await waiting.get()).values[0]?.value).toBe(1)
    expect([listening.size, res.listenerCount('close'), jest.getTimerCount()]).toEqual([1, 1, 1])
    wait[Symbol.dispose]()
    expect([listening.size, res.listenerCount('close'), jest.getTimerCount()]).toEqual([0, 0, 0])
    expect((await waiting.get()).values[0]?.value).toBe(0)
  })
})
