import { expect, test } from '@jest/globals'
import { readCpuTimes } from './cpu-times.ts'

test('CPU times grow, and not only the idle time', () => {
  const before = readCpuTimes()!
  for (const end = performance.now() + 50; performance.now() < end;);
  const after = readCpuTimes()!
  expect(after.all).toBeGreaterThan(before.all)
  expect(after.all - after.idle).toBeGreaterThan(before.all - before.idle)
})
