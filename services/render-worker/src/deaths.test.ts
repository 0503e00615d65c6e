import { describe, expect, test } from '@jest/globals'
import type { RenderHistory } from '@render/jobs'
import { historyAfterDeath, historyAtStart, isHopeless } from './deaths.ts'

const atStart = (stalledCounter: number, history?: RenderHistory) =>
  historyAtStart({ stalledCounter, data: { history } } as Parameters<typeof historyAtStart>[0], 5000)

describe('the history of a render', () => {
  test('is empty at the first attempt', () => {
    expect(atStart(0)).toBeUndefined()
  })

  test('begins with the death of a worker, which is not its own', () => {
    expect(atStart(1)).toEqual({ startedAt: 5000, lonelyDeaths: 0, workerDeaths: 1 })
  })

  test('begins with the death of a browser, which is not its own', () => {
    const history = historyAfterDeath(undefined, { startedAt: 1000, stalledCounter: 0 })
    expect(history).toEqual({ startedAt: 1000, lonelyDeaths: 0, workerDeaths: 0 })
    expect(isHopeless(history)).toBe(false)
  })

  test('counts the deaths of workers and of browsers from then on', () => {
    let history = atStart(1)
    history = historyAfterDeath(history, { startedAt: 2000, stalledCounter: 1 })
    expect(history).toEqual({ startedAt: 5000, lonelyDeaths: 1, workerDeaths: 1 })
    history = atStart(2, history)
    expect(history).toEqual({ startedAt: 5000, lonelyDeaths: 2, workerDeaths: 2 })
    expect(isHopeless(history)).toBe(false)
    history = historyAfterDeath(history, { startedAt: 3000, stalledCounter: 2 })
    expect(isHopeless(history)).toBe(true)
  })

  test('stays as it is when an attempt was only handed back', () => {
    const history = { startedAt: 1, lonelyDeaths: 1, workerDeaths: 1 }
    expect(atStart(1, history)).toBe(history)
  })
})
