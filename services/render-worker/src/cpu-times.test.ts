import { expect, test } from '@jest/globals'
import { readCpuTimes } from './cpu-times.ts'

test('what the cores of this machine have done grows, and is not all idle', () => {
  const before = readCpuTimes()!
  for (const end = performance.now() + 50; performance.now() < end;);
  const after = readCpuTimes()!
  expect(after.all).toBeGreaterThan(before.all)
  expect(after.all - after.idle).toBeGreaterThan(before.all - before.idle)
})
