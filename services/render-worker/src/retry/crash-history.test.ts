import { describe, expect, test } from '@jest/globals'
import {
  historyAfterCrash,
  historyAtStart,
  isHopeless,
  isTooLate,
  needsSoloWorker,
  readHistory,
  storedHistory,
  type CrashHistory,
} from './crash-history.ts'

const atStart = (stalledCounter: number, history?: CrashHistory) =>
  historyAtStart(history, { stalledCounter, now: 5000 })

describe('the history of a render', () => {
  test('is undefined at the first attempt', () => {
    expect(atStart(0)).toBeUndefined()
  })

  test('begins with a crash of a worker, which is not counted as a solo crash', () => {
    expect(atStart(1)).toEqual({ startedAt: 5000, soloCrashes: 0, workerCrashes: 1 })
  })

  test('begins with a crash of a browser, which is not counted as a solo crash', () => {
    const history = historyAfterCrash(undefined, { startedAt: 1000, stalledCounter: 0, isOurFault: false })
    expect(history).toEqual({ startedAt: 1000, soloCrashes: 0, workerCrashes: 0 })
    expect(isHopeless(history)).toBe(false)
  })

  test('counts crashes of workers only when the render was solo in its worker', () => {
    let history = atStart(1)
    history = atStart(2, history)
    expect(history).toEqual({ startedAt: 5000, soloCrashes: 0, workerCrashes: 2, isSoloInWorker: true })
    history = atStart(3, history)
    expect(history).toMatchObject({ soloCrashes: 1, workerCrashes: 3 })
    expect(isHopeless(history)).toBe(false)
    expect(isHopeless(atStart(5, history))).toBe(true)
  })

  test('needs a worker for itself after two crashes of workers', () => {
    const needs = (stalledCounter: number) =>
      needsSoloWorker({ stalledCounter, data: {} } as Parameters<typeof needsSoloWorker>[0])
    expect([0, 1, 2].map((count) => needs(count))).toEqual([false, false, true])
  })

  test('is read from a job as it was stored, under the names of earlier versions', () => {
    const stored = {
      startedAt: 1,
      lonelyDeaths: 1,
      workerDeaths: 2,
      isAloneInWorker: true,
      crashedMs: 3,
    }
    const history = readHistory({ history: stored })
    expect(history).toEqual({
      startedAt: 1,
      soloCrashes: 1,
      workerCrashes: 2,
      isSoloInWorker: true,
      crashedMs: 3,
    })
    expect(storedHistory(history!)).toEqual(stored)
    expect(readHistory({})).toBeUndefined()
  })

  test('counts later crashes of browsers as solo crashes', () => {
    let history = atStart(1)
    history = historyAfterCrash(history, { startedAt: 2000, stalledCounter: 1, isOurFault: false })
    expect(history).toEqual({ startedAt: 5000, soloCrashes: 1, workerCrashes: 1 })
    history = { ...history, soloCrashes: 2 }
    expect(isHopeless(history)).toBe(false)
    history = historyAfterCrash(history, { startedAt: 3000, stalledCounter: 2, isOurFault: false })
    expect(isHopeless(history)).toBe(true)
  })

  test('is hopeless after one solo crash that only the page can cause, and not after the first crash', () => {
    const crash = { startedAt: 1000, stalledCounter: 0, isOurFault: false, isCertain: true }
    const history = historyAfterCrash(undefined, crash)
    expect(isHopeless(history)).toBe(false)
    expect(isHopeless(historyAfterCrash(history, crash))).toBe(true)
  })

  test('begins with a solo crash when no other render can have caused it', () => {
    const crash = { startedAt: 1000, stalledCounter: 0, isOurFault: false, wasSolo: true, isCertain: true }
    const history = historyAfterCrash(undefined, crash)
    expect(history).toMatchObject({ soloCrashes: 1 })
    expect(isHopeless(history)).toBe(false)
  })

  test('leaves time for an attempt as long as the last one, or for a solo one before the first solo crash', () => {
    const took = { tookMs: 12_000, grantedMs: 5000 }
    const isLate = (soloCrashes: number, crashedMs: number) =>
      isTooLate({ startedAt: 0, workerCrashes: 0, soloCrashes, crashedMs }, took)
    expect([isLate(0, 12_000), isLate(1, 8000), isLate(1, 8001)]).toEqual([false, false, true])
  })

  test('counts no crash that no page can cause', () => {
    const history = { startedAt: 1, soloCrashes: 2, workerCrashes: 0 }
    const crash = { startedAt: 5000, stalledCounter: 0, isOurFault: true }
    expect(historyAfterCrash(history, crash)).toBe(history)
  })

  test('is unchanged when the last attempt was handed back', () => {
    const history = { startedAt: 1, soloCrashes: 1, workerCrashes: 1 }
    expect(atStart(1, history)).toBe(history)
  })
})
