import { makeThumbnails as make } from '../../pictures/thumbnails.ts'
import { finishImageStage } from '../../stage.ts'

/** Makes thumbnails, before the picture itself is resized. */
export const makeThumbnails = finishImageStage({
  name: 'make-thumbnails',
  phase: 'transform',
  owns: ['thumbnails'],
  direct: true,
  borrows: ['format', 'quality', 'img_fit', 'img_position', 'img_bg'],
  run: make,
})
