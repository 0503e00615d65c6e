import type { Outputs } from '../producer.ts'
import type { VideoContext, VideoOptions } from './video-context.ts'

export function outputOfVideo({ video }: Pick<VideoContext, 'video'>, { format }: VideoOptions): Outputs {
  if (!video) throw new Error('The video was not recorded.')
  const { body, facts, kept } = video
  return { main: { format, body, facts }, sideOutputs: kept }
}
