import type { Outputs } from '../producer.ts'
import type { SvgContext } from './svg-context.ts'

export function outputOfSvg({ drawing }: Pick<SvgContext, 'drawing'>): Outputs {
  if (!drawing) throw new Error('The page was not drawn.')
  const { body, width, height } = drawing
  return { main: { format: 'svg', body, facts: { width, height } }, beside: [] }
}
