import { describe, expect, test } from '@jest/globals'
import { optionOf, resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { FORMATS } from '@render/outputs'
import { stagesIn } from './pipeline.ts'
import { plan, stages } from './plan.ts'
import { phases } from './stage.ts'

const optionsOf = (given: GivenOptions) => toRenderOptions(resolveOptions({ html: 'x', ...given }))
const plans = FORMATS.flatMap((format) => [
  [format, optionsOf({ format })] as const,
  [`${format} with a watermark`, optionsOf({ format, watermark: 'mark' })] as const,
])

describe.each(plans)('the plan for %s', (_, options) => {
  const { steps, mainProducer } = plan(options)
  const planned = [...stagesIn(steps.loadAndSettle), ...mainProducer.stages]

  test('lists the stages of the page in the order of their phases', () => {
    const order = [...stagesIn(steps.loadAndSettle), ...stagesIn(steps.close)].map(({ phase }) =>
      phases.indexOf(phase),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('lists the stages of the picture after those of the page', () => {
    const order = mainProducer.stages.map(({ phase }) => phases.indexOf(phase))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(phases.indexOf('guard'))
  })

  test('has no stage twice, and every one in the list of all stages', () => {
    expect(new Set(planned).size).toBe(planned.length)
    for (const one of planned) expect(stages).toContain(one)
  })
})

test('options that only pictures use are declared without effect on documents', () => {
  const stagesOf = (given: GivenOptions) => {
    const { steps, mainProducer } = plan(optionsOf(given))
    return [...stagesIn(steps.loadAndSettle), ...mainProducer.stages]
  }
  for (const format of ['html', 'mhtml'] as const) {
    const used = new Set(stagesOf({ format }).flatMap(({ owns, borrows }) => [...owns, ...borrows]))
    const unused = stagesOf({ watermark: 'mark' })
      .flatMap(({ owns }) => owns)
      .filter((option) => !used.has(option))
    expect(unused.length).toBeGreaterThan(40)
    const claimed = unused.filter((option) => optionOf(option).formats?.includes(format) !== false)
    expect([format, ...claimed]).toEqual([format])
  }
})
