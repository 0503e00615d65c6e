import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { RenderEvents } from '@render/jobs'
import type { Response } from 'express'
import { EventEmitter } from 'node:events'
import { Gauge, Registry } from 'prom-client'
import { createWaits, type Waits } from './await-render.ts'

describe('waiting for a render', () => {
  let waits: Waits
  let waiting: Gauge
  let listening: Set<AbortSignal>

  beforeEach(() => {
    jest.useFakeTimers()
    listening = new Set()
    waiting = new Gauge({ name: 'waiting', help: '.', registers: [new Registry()] })
    const events: Pick<RenderEvents, 'waitFor'> = {
      waitFor: (_id, _find, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) return resolve(undefined)
          listening.add(signal)
          signal.addEventListener('abort', () => listening.delete(signal) && resolve(undefined))
        }),
    }
    waits = createWaits({ events, lookUp: { find: async () => undefined }, waiting })
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  function response({ closed = false } = {}): Response {
    return Object.assign(new EventEmitter(), { closed }) as unknown as Response
  }

  async function isOver(ended: Promise<unknown>): Promise<boolean> {
    const pending = {}
    await jest.advanceTimersByTimeAsync(0)
    return (await Promise.race([ended, Promise.resolve(pending)])) !== pending
  }

  test('ends when the time is up', async () => {
    const { ended } = waits.begin('r', 95, response())
    await jest.advanceTimersByTimeAsync(94_999)
    expect(await isOver(ended)).toBe(false)
    await jest.advanceTimersByTimeAsync(1)
    expect(await isOver(ended)).toBe(true)
  })

  test('with 0 outlasts every render, and ends all the same', async () => {
    const { ended } = waits.begin('r', 0, response())
    await jest.advanceTimersByTimeAsync(15 * 60_000)
    expect(await isOver(ended)).toBe(false)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await isOver(ended)).toBe(true)
  })

  test('ends when the client leaves, or has left', async () => {
    const res = response()
    const { ended } = waits.begin('r', 95, res)
    res.emit('close')
    expect(await isOver(ended)).toBe(true)
    expect(await isOver(waits.begin('r', 95, response({ closed: true })).ended)).toBe(true)
  })

  test('ends for all when the process leaves, after a while, and begins no more', async () => {
    const { ended } = waits.begin('r', 95, response())
    waits.endWithin(20_000)
    await jest.advanceTimersByTimeAsync(19_999)
    expect([await isOver(ended), waits.isLeaving()]).toEqual([false, false])
    await jest.advanceTimersByTimeAsync(1)
    expect([await isOver(ended), waits.isLeaving()]).toEqual([true, true])
    expect(await isOver(waits.begin('r', 95, response()).ended)).toBe(true)
  })

  test('leaves nothing behind', async () => {
    const res = response()
    const wait = waits.begin('r', 95, res)
    expect((await waiting.get()).values[0]?.value).toBe(1)
    expect([listening.size, res.listenerCount('close'), jest.getTimerCount()]).toEqual([1, 1, 1])
    wait[Symbol.dispose]()
    expect([listening.size, res.listenerCount('close'), jest.getTimerCount()]).toEqual([0, 0, 0])
    expect((await waiting.get()).values[0]?.value).toBe(0)
  })
})
