import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

const program = fileURLToPath(new URL('fixtures/buffers.ts', import.meta.url))

test('buffers that pass through make V8 mark the objects that stay less than half as often', () => {
  const [usual, less] = ['usual', 'less'].map((how) =>
    Number(execFileSync(process.execPath, [program, how], { encoding: 'utf8' })),
  )
  expect(less).toBeLessThan(usual! / 2)
})
