import { basename } from 'node:path'
import type { EncodingPlan } from '../../video/encoding-plan.ts'
import { layOutFrames } from '../../video/frame-layout.ts'
import { keepFrames } from '../../video/kept-frames.ts'
import { recordFrames } from '../../video/record-frames.ts'
import { videoStage } from '../../stage.ts'
import type { VideoOptions } from '../../video/video-context.ts'

const LAYOUT = ['video_width', 'video_height', 'video_aspect', 'video_chrome_height', 'video_crop_w'] as const
const ENCODING = [
  'video_codec',
  'video_preset',
  'video_quality',
  'video_bitrate',
  'video_refs',
  'video_ffmpeg',
] as const

/** How frames are captured, whatever `video_method` asks for: the other methods are less exact. */
const METHOD = 'modern'

/** Records the planned frames, and encodes them meanwhile. */
export const recordVideo = videoStage({
  name: 'record-video',
  phase: 'capture',
  owns: ['video_method', 'debug_video', ...LAYOUT, ...ENCODING],
  borrows: ['format'],
  async run(ctx, options) {
    const { page, recording } = ctx
    const { tab, videoLimits, signal, scratch } = page
    if (!tab.clock || !recording) throw new Error('The video is not planned.')
    const layout = layOutFrames(page.viewport, options, videoLimits, page.warnings)
    const frames = recordFrames({ world: tab.world, clock: tab.clock }, recording)
    if (options.debug_video && !page.diagnostics)
      page.warnings.push(
        '"debug_video" has no effect without "response_type" jsondebug: only that shows the addresses of frames.',
      )
    const kept = options.debug_video && page.diagnostics ? keepFrames(frames, recording.frames) : undefined
    const plan = { ...planEncoding(options), input: 'png' as const, fps: recording.fps, layout }
    if (plan.referenceFrames !== undefined && plan.codec !== 'h264')
      page.warnings.push(
        `"video_refs" has no effect on ${plan.codec}: only h264 has reference frames to choose.`,
      )
    const onFrame = (done: number): void => page.onFrame?.(done, recording.frames)
    const encoded = await page.encode(kept?.passed ?? frames, plan, { signal, scratch, onFrame })
    if (tab.page.workers().length > 0)
      page.warnings.push('The page has workers: their timers are not synchronised with the recording.')
    const { path, frames: count, durationMs, arguments: words, log } = encoded
    const facts = { ...layout.video, frames: count, durationMs: Math.round(durationMs) }
    ctx.video = { body: await scratch.take(basename(path)), facts, kept: kept?.files() ?? [] }
    if (page.diagnostics)
      page.diagnostics.video = { method: METHOD, fps: plan.fps, codec: plan.codec, arguments: words, log }
  },
})

function planEncoding({
  format,
  video_codec = 'h264',
  video_preset: preset,
  video_quality: quality = 23,
  video_bitrate: kilobits,
  video_refs: referenceFrames,
  video_ffmpeg: further = {},
}: Pick<VideoOptions, 'format' | (typeof ENCODING)[number]>): Omit<EncodingPlan, 'input' | 'fps' | 'layout'> {
  const rate = kilobits === undefined ? { quality } : { kilobits }
  return { format, codec: video_codec, preset, rate, referenceFrames, further }
}
