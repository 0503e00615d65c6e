import { expect, test } from '@jest/globals'
import { EASES } from '@render/options'
import { easingOf } from './easing.ts'
import { timelineOf } from './timeline.ts'

test('positions follow the phases one after the other', () => {
  const { durationMs, positionAt } = timelineOf(
    [
      { rests: 100 },
      { to: 600, durationMs: 200, ease: 'linear.none' },
      { rests: 50 },
      { to: 0, durationMs: 100, ease: 'linear.none' },
    ],
    1000,
  )
  expect(durationMs).toBe(450)
  expect([0, 99, 100, 150, 200, 300, 349, 350, 400, 450, 9000].map(positionAt)).toEqual([
    0, 0, 0, 150, 300, 600, 600, 600, 300, 0, 0,
  ])
})

test('a movement that takes no time has arrived when the next phase begins', () => {
  const { durationMs, positionAt } = timelineOf(
    [{ to: 600, durationMs: 0, ease: 'back.in' }, { rests: 10 }],
    1000,
  )
  expect([durationMs, positionAt(0), positionAt(10)]).toEqual([10, 600, 600])
})

test('every easing decides the way, and overshoots up to the ends of the page', () => {
  const wrong = EASES.filter((ease) => {
    const { positionAt } = timelineOf([{ to: 400, durationMs: 100, ease }], 500)
    const expected = (timeMs: number) => Math.min(500, Math.max(0, 400 * easingOf(ease)(timeMs / 100)))
    return Array.from({ length: 100 }, (_, timeMs) => timeMs).some(
      (timeMs) => positionAt(timeMs) !== expected(timeMs),
    )
  })
  expect(wrong).toEqual([])
  const { positionAt } = timelineOf([{ to: 400, durationMs: 100, ease: 'elastic.out' }], 500)
  expect(positionAt(15)).toBe(500)
})
