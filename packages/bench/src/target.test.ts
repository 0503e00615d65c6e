import { expect, test } from '@jest/globals'
import { isReached, isTolerable, type Target } from './target.ts'

const what = 'a figure'

test.each<[Target, reached: boolean, tolerable: boolean]>([
  [{ what, holds: true }, true, true],
  [{ what, holds: false }, false, false],
  [{ what, inTime: true }, true, true],
  [{ what, inTime: false }, false, true],
  [{ what, figure: 95, atLeast: 100, noise: 0.05 }, true, true],
  [{ what, figure: 94, atLeast: 100, noise: 0.05 }, false, true],
  [{ what, figure: 26, atMost: 25, noise: 0.05 }, true, true],
  [{ what, figure: 27, atMost: 25, noise: 0.05 }, false, true],
  [{ what, figure: Number.NaN, atMost: 25, noise: 0.05 }, false, true],
  [{ what, ratio: 0.8, atLeast: 0.8 }, true, true],
  [{ what, ratio: 0.77, noise: 0.04, atLeast: 0.8 }, true, true],
  [{ what, ratio: 0.76, noise: 0.04, atLeast: 0.8 }, false, true],
  [{ what, ratio: 0.73, atLeast: 0.8 }, false, true],
  [{ what, ratio: 0.71, atLeast: 0.8 }, false, false],
  [{ what, ratio: 1.6, atMost: 1.5 }, false, true],
  [{ what, ratio: 1.7, atMost: 1.5 }, false, false],
  [{ what, ratio: Number.NaN, atMost: 1.5 }, false, false],
])('%j is reached: %s; is tolerable within a tenth: %s', (target, reached, tolerable) => {
  expect([isReached(target), isTolerable(target, 0.1)]).toEqual([reached, tolerable])
})
