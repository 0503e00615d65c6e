import type { RenderOptions } from '@render/options'
import { fileTypes, type FileType } from './file-types.ts'
import { image } from './pipelines/image.ts'
import type { Stage } from './stage.ts'

export interface Plan extends FileType {
  stages: readonly Stage[]
}

/** What is done for a format, and what comes out. */
export function plan(format: RenderOptions['format']): Plan {
  switch (format) {
    case 'png':
    case 'jpg':
    case 'webp':
    case 'avif':
      return { stages: image, ...fileTypes[format] }
    default:
      return format satisfies never
  }
}

/** Every stage of every format, each once. */
export const stages: readonly Stage[] = [...new Set(image)]
