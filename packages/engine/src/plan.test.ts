import { describe, expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { IMAGE_FORMATS } from '@render/outputs'
import { stagesIn } from './pipeline.ts'
import { plan, stages } from './plan.ts'
import { phases } from './stage.ts'

const optionsOf = (given: GivenOptions) => toRenderOptions(resolveOptions({ html: 'x', ...given }))
const plans = IMAGE_FORMATS.flatMap((format) => [
  [format, optionsOf({ format })] as const,
  [`${format} with a watermark`, optionsOf({ format, watermark: 'mark' })] as const,
])

describe.each(plans)('the plan for %s', (_, options) => {
  const { page, main, close } = plan(options)
  const planned = [...stagesIn(page), ...main.stages]

  test('lists the stages of the page in the order of their phases', () => {
    const order = [...stagesIn(page), ...stagesIn(close)].map(({ phase }) => phases.indexOf(phase))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('lists the stages of the picture after those of the page', () => {
    const order = main.stages.map(({ phase }) => phases.indexOf(phase))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(phases.indexOf('guard'))
  })

  test('has no stage twice, and every one in the list of all stages', () => {
    expect(new Set(planned).size).toBe(planned.length)
    for (const one of planned) expect(stages).toContain(one)
  })
})
