import type { RenderOptions } from '@render/options'

export interface FileType {
  contentType: string
  /** Of the file's name, without the dot. */
  extension: string
}

/** What the files of each format are. */
export const fileTypes: Record<RenderOptions['format'], FileType> = {
  png: { contentType: 'image/png', extension: 'png' },
  jpg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  avif: { contentType: 'image/avif', extension: 'avif' },
}
