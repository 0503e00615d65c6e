import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { expiryOf, makeArtefactKey } from '@render/storage'
import { RETRY_MS } from './repeat.ts'
import { firstDayToKeep, scheduleSweeps } from './schedule-sweeps.ts'

const HOUR_MS = 3_600_000
const silent = { warn: () => {} }

afterEach(() => {
  jest.useRealTimers()
})

describe('the first day to keep', () => {
  test('is the given number of days ago', () => {
    expect(firstDayToKeep(new Date('2026-03-31T00:00:00Z'), 30)).toBe('2026-03-01')
    expect(firstDayToKeep(new Date('2026-03-31T23:59:59Z'), 30)).toBe('2026-03-01')
    expect(firstDayToKeep(new Date('2026-01-01T00:00:00Z'), 0)).toBe('2026-01-01')
  })

  test.each([0, 1, 30])('is the first that has not expired with a retention of %i days', (artefactDays) => {
    const made = new Date('2026-02-27T12:00:00Z')
    const expiry = expiryOf(makeArtefactKey('png', made), artefactDays)
    const day = made.toISOString().slice(0, 10)
    expect(firstDayToKeep(new Date(expiry.getTime() - 1), artefactDays) <= day).toBe(true)
    expect(firstDayToKeep(expiry, artefactDays) > day).toBe(true)
  })
})

describe('sweeps', () => {
  test('are scheduled at start and every hour for the current day', async () => {
    jest.useFakeTimers({ now: new Date('2026-03-31T23:30:00Z') })
    const scheduled: string[] = []
    const sweeps = { schedule: async (before: string) => void scheduled.push(before) }
    const scheduling = scheduleSweeps({ sweeps, artefactDays: 30, logger: silent })
    expect(scheduled).toEqual(['2026-03-01'])
    await jest.advanceTimersByTimeAsync(HOUR_MS)
    expect(scheduled).toEqual(['2026-03-01', '2026-03-02'])
    scheduling[Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect(scheduled).toHaveLength(2)
  })

  test('are soon scheduled again after a failure', async () => {
    jest.useFakeTimers()
    let calls = 0
    const warnings: string[] = []
    const sweeps = {
      schedule: async () => {
        calls += 1
        throw new Error('Redis is unavailable')
      },
    }
    const logger = { warn: (_details: object, message: string) => void warnings.push(message) }
    using _scheduling = scheduleSweeps({ sweeps, artefactDays: 30, logger: logger as never })
    await jest.advanceTimersByTimeAsync(RETRY_MS)
    expect(calls).toBe(2)
    expect(warnings).toEqual(['sweep not scheduled', 'sweep not scheduled'])
  })
})
