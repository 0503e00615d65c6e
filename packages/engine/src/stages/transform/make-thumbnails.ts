import { makeThumbnails as make } from '../../pictures/thumbnails.ts'
import { stage } from '../../stage.ts'

/** Resized copies of the picture as it is before it is resized itself. */
export const makeThumbnails = stage({
  name: 'make-thumbnails',
  phase: 'transform',
  owns: ['thumbnails'],
  borrows: ['format', 'quality', 'img_fit', 'img_position', 'img_bg'],
  run: make,
})
