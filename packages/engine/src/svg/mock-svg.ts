import type { RenderOptions } from '@render/options'
import type { Outputs } from '../producer.ts'
import { outputOfSvg } from './svg-output.ts'

/** Makes an empty SVG of the size that the options ask for. */
export function mockSvg({ width, height }: Pick<RenderOptions, 'width' | 'height'>): Promise<Outputs> {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}/>\n`)
  return Promise.resolve(outputOfSvg({ svg: { body: { bytes }, width, height } }))
}
