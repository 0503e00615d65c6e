import type { RenderOptions } from '@render/options'
import { image } from './pipelines/image.ts'
import type { Stage } from './stage.ts'

export interface Plan {
  stages: readonly Stage[]
  contentType: string
  /** Of the artefact's name, without the dot. */
  extension: string
}

/** What is done for a format, and what comes out. */
export function plan(format: RenderOptions['format']): Plan {
  switch (format) {
    case 'png':
      return { stages: image, contentType: 'image/png', extension: 'png' }
    case 'jpg':
      return { stages: image, contentType: 'image/jpeg', extension: 'jpg' }
    case 'webp':
      return { stages: image, contentType: 'image/webp', extension: 'webp' }
    case 'avif':
      return { stages: image, contentType: 'image/avif', extension: 'avif' }
    default:
      return format satisfies never
  }
}

/** Every stage of every format, each once. */
export const stages: readonly Stage[] = [...new Set(image)]
