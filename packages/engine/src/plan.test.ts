import { describe, expect, test } from '@jest/globals'
import type { RenderOptions } from '@render/options'
import { plan, stages } from './plan.ts'
import { phases } from './stage.ts'

const formats: RenderOptions['format'][] = ['png', 'jpg', 'webp', 'avif']

describe.each(formats)('the plan for %s', (format) => {
  test('lists its stages in the order in which they run', () => {
    const order = plan(format).stages.map(({ phase }) => phases.indexOf(phase))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('has no stage twice, and none that is not known', () => {
    const { stages: planned } = plan(format)
    expect(new Set(planned).size).toBe(planned.length)
    for (const one of planned) expect(stages).toContain(one)
  })
})

test.each([
  ['png', 'image/png', 'png'],
  ['jpg', 'image/jpeg', 'jpg'],
  ['webp', 'image/webp', 'webp'],
  ['avif', 'image/avif', 'avif'],
] as const)('%s comes out as %s', (format, contentType, extension) => {
  expect(plan(format)).toMatchObject({ contentType, extension })
})
