import { readRatio } from '../values/geometry.ts'
import type { VideoCodec } from '../values/video/ffmpeg-arguments.ts'
import { faultInFfmpegArguments } from '../values/video/read-ffmpeg.ts'
import { timelineMs, DEFAULT_LENGTH } from '../values/video/video-length.ts'
import type { Conflict } from './conflict.ts'

/** The codecs that a file of each format can contain; the first one is the default. */
const CODECS = { mp4: ['h264', 'vp9'], webm: ['vp9', 'vp8'] } as const satisfies Record<
  string,
  readonly VideoCodec[]
>

/** The worst quality of each codec; the best one is 1. */
const WORST_QUALITY: Record<VideoCodec, number> = { h264: 51, vp9: 63, vp8: 63 }
const MAX_RATIO = 10

export const videoConflicts: Conflict[] = [
  {
    name: 'video_codec that the format cannot contain',
    options: ['video_codec', 'format'],
    find({ video_codec, format }) {
      if (!video_codec || !isVideo(format) || codecsOf(format).includes(video_codec)) return undefined
      return `"video_codec" ${video_codec} cannot be used with "format" ${format}: it must be ${codecsOf(format).join(' or ')}.`
    },
  },
  {
    name: 'video_quality that the codec does not have',
    options: ['video_quality', 'video_codec', 'format'],
    find({ video_quality, format, video_codec }) {
      if (video_quality === undefined || !isVideo(format)) return undefined
      const codec = video_codec ?? CODECS[format][0]
      return video_quality > WORST_QUALITY[codec]
        ? `"video_quality" must be from 1 to ${WORST_QUALITY[codec]} with "video_codec" ${codec}, not ${video_quality}.`
        : undefined
    },
  },
  {
    name: 'video_aspect that is too narrow or too wide',
    options: ['video_aspect'],
    find({ video_aspect }) {
      if (video_aspect === undefined) return undefined
      const ratio = readRatio(video_aspect)
      return ratio < 1 / MAX_RATIO || ratio > MAX_RATIO
        ? `"video_aspect" must be a ratio from 1:${MAX_RATIO} to ${MAX_RATIO}:1, not ${video_aspect}.`
        : undefined
    },
  },
  {
    name: 'video_ffmpeg with an argument that is not allowed',
    options: ['video_ffmpeg', 'video_codec', 'video_fps', 'format'],
    find({ video_ffmpeg, format, video_codec, video_fps = DEFAULT_LENGTH.video_fps }) {
      if (video_ffmpeg === undefined || !isVideo(format)) return undefined
      const codec = video_codec ?? CODECS[format][0]
      const fault = faultInFfmpegArguments(video_ffmpeg, { format, codec, fps: video_fps })
      return fault && `"video_ffmpeg" ${fault}.`
    },
  },
  {
    name: 'video_scroll_to with an item that does nothing',
    options: ['video_scroll_to'],
    find({ video_scroll_to = [] }) {
      const at = video_scroll_to.findIndex(
        ({ selector, text, wait }) => selector === undefined && text === undefined && wait === undefined,
      )
      return at < 0 ? undefined : `"video_scroll_to[${at}]" must have "selector", "text" or "wait".`
    },
  },
  {
    name: 'video_seek beyond the end',
    options: ['video_seek', 'video_time', 'video_duration', 'format'],
    find(values) {
      const { video_seek = DEFAULT_LENGTH.video_seek, video_duration, format } = values
      // With a duration the page is shown for longer, or its last frame is.
      const lengthMs = isVideo(format) && video_duration === undefined ? timelineMs(values) : undefined
      return lengthMs !== undefined && video_seek > 0 && video_seek * 1000 >= lengthMs
        ? `"video_seek" must be less than the ${lengthMs / 1000} s of the video, not ${video_seek}.`
        : undefined
    },
  },
]

function isVideo(format: string | undefined): format is keyof typeof CODECS {
  return format !== undefined && Object.hasOwn(CODECS, format)
}

function codecsOf(format: keyof typeof CODECS): readonly VideoCodec[] {
  return CODECS[format]
}
