import { expect, test } from '@jest/globals'
import { keepFrames } from './kept-frames.ts'

test.each([
  [1, [0]],
  [2, [0, 1]],
  [5, [0, 2, 4]],
])('of %d frames those with the numbers %j are kept', async (total, numbers) => {
  async function* frames() {
    for (let frame = 0; frame < total; frame += 1) yield Buffer.from([frame])
  }
  const { passed, files } = keepFrames(frames(), total)
  const seen: number[] = []
  for await (const [frame] of passed) seen.push(frame!)
  expect(seen).toEqual(Array.from({ length: total }, (_, frame) => frame))
  expect(files()).toEqual(
    numbers.map((frame) => ({
      type: 'png',
      body: { bytes: Buffer.from([frame]) },
      suffix: `-frame-${frame}`,
      facts: { kind: 'frame', frame },
    })),
  )
})
