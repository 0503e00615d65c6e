import { expect, test } from '@jest/globals'
import { makeArtefactKey } from '../artefact-key.ts'
import { sweepDays } from './sweep-days.ts'

const keysOf = (day: string, number: number) =>
  Array.from({ length: number }, () => makeArtefactKey('png', new Date(day))).toSorted()

test('a sweep removes the artefacts before a day, reads up to that day, and leaves other objects', async () => {
  const old = [...keysOf('2025-12-31', 30), ...keysOf('2026-01-31', 30)]
  const names = ['-notes', ...old, ...keysOf('2026-02-01', 30), 'other/file']
  const read: string[][] = []
  const removed: string[] = []
  const store = {
    async list(from = '0') {
      const at = Number(from)
      read.push(names.slice(at, at + 8))
      return { names: read.at(-1)!, ...(at + 8 < names.length && { next: String(at + 8) }) }
    },
    remove: async (key: string) => void removed.push(key),
  }
  expect(await sweepDays(store, '2026-02-01')).toBe(60)
  expect(removed.toSorted()).toEqual(old)
  expect(read).toHaveLength(8)
})
