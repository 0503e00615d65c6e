import type { FinishContext, ImageOptions } from './image-context.ts'
import type { Outputs } from '../producer.ts'

/** The finished picture as an output, with the files made beside it. */
export function outputOfImage(
  { picture, sideOutputs }: Pick<FinishContext, 'picture' | 'sideOutputs'>,
  { format }: Pick<ImageOptions, 'format'>,
): Outputs {
  const { body, width, height } = picture
  return { main: { format, body: { bytes: body }, facts: { width, height } }, sideOutputs }
}
