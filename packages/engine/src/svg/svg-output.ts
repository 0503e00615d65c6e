import type { Outputs } from '../producer.ts'
import type { SvgContext } from './svg-context.ts'

export function outputOfSvg({ svg }: Pick<SvgContext, 'svg'>): Outputs {
  if (!svg) throw new Error('The SVG was not made.')
  const { body, width, height } = svg
  return { main: { format: 'svg', body, facts: { width, height } }, sideOutputs: [] }
}
