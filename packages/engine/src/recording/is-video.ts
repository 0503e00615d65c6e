import { VIDEO_FORMATS, type Format } from '@render/outputs'

export function isVideo(format: Format): boolean {
  return VIDEO_FORMATS.includes(format)
}
