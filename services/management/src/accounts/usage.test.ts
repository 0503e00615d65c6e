import { describe, expect, test } from '@jest/globals'
import { isDeepStrictEqual } from 'node:util'
import { usagePeriod } from './usage.ts'

const periodOf = (createdAt: string, at: string) =>
  usagePeriod(new Date(createdAt), new Date(at)).start.toISOString()

describe('usage periods', () => {
  test('begin monthly at the time of day at which the organisation was created', () => {
    const createdAt = '2026-01-15T10:30:00.000Z'
    expect(periodOf(createdAt, createdAt)).toBe(createdAt)
    expect(periodOf(createdAt, '2026-02-15T10:29:59.999Z')).toBe(createdAt)
    expect(periodOf(createdAt, '2026-02-15T10:30:00.000Z')).toBe('2026-02-15T10:30:00.000Z')
    expect(periodOf(createdAt, '2027-01-01T00:00:00.000Z')).toBe('2026-12-15T10:30:00.000Z')
  })

  test('begin on the last day of shorter months, and on the usual day afterwards', () => {
    const createdAt = '2026-01-31T00:00:00.000Z'
    expect(periodOf(createdAt, '2026-02-27T23:59:59.999Z')).toBe(createdAt)
    expect(periodOf(createdAt, '2026-02-28T00:00:00.000Z')).toBe('2026-02-28T00:00:00.000Z')
    expect(periodOf(createdAt, '2026-03-30T23:59:59.999Z')).toBe('2026-02-28T00:00:00.000Z')
    expect(periodOf(createdAt, '2026-03-31T00:00:00.000Z')).toBe('2026-03-31T00:00:00.000Z')
    expect(periodOf('2024-02-29T12:00:00.000Z', '2025-03-01T00:00:00.000Z')).toBe('2025-02-28T12:00:00.000Z')
  })

  test('follow each other without gap or overlap for every day of creation', () => {
    const wrong: [createdAt: Date, at: Date][] = []
    for (let day = 0; day < 366; day++) {
      const createdAt = new Date(Date.UTC(2023, 11, 1 + day, 13))
      for (let month = 0; month < 14; month++) {
        const at = new Date(Date.UTC(2024, 11 + month, 28, 6))
        const { start, end } = usagePeriod(createdAt, at)
        const lastOfFormer = new Date(start.getTime() - 1)
        const isRight =
          start <= at &&
          at < end &&
          isDeepStrictEqual(usagePeriod(createdAt, start), { start, end }) &&
          isDeepStrictEqual(usagePeriod(createdAt, end).start, end) &&
          (lastOfFormer < createdAt || isDeepStrictEqual(usagePeriod(createdAt, lastOfFormer).end, start))
        if (!isRight) wrong.push([createdAt, at])
      }
    }
    expect(wrong).toEqual([])
  })
})
