import type { Services } from '../src/page-context.ts'
import { defaultVideoLimits } from '../src/encoding/video-limits.ts'

/** Stands for a machine without a program that encodes videos. */
export const noEncoder: Pick<Services, 'encode' | 'videoLimits'> = {
  encode: () => Promise.reject(new Error('no program')),
  videoLimits: defaultVideoLimits,
}
