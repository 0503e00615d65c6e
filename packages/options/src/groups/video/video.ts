import { VIDEO_FORMATS } from '@render/outputs'
import { flag, int, list, number, numericText, oneOf, onlyFor, readAs } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'
import { readRatio } from '../../values/geometry.ts'
import { FFMPEG_ARGUMENTS } from '../../values/video/ffmpeg-arguments.ts'
import { DEFAULT_LENGTH } from '../../values/video/video-length.ts'
import { readFfmpegArguments } from '../../values/video/read-ffmpeg.ts'

/** Options for recording and encoding a video. */
export const video = ({ videoMs, videoWidth, videoHeight, videoFps }: Limits) =>
  onlyFor(VIDEO_FORMATS, {
    video_method: oneOf('How frames are captured.', ['screencast', 'psr', 'extension', 'modern'], {
      default: 'modern',
    }),
    video_codec: oneOf('Codec of the video. Default: h264 for mp4, vp9 for webm.', ['h264', 'vp9', 'vp8']),
    video_preset: oneOf(
      'Encoder preset: slower presets make smaller files.',
      ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
      { default: 'medium' },
    ),
    video_quality: int(
      'Constant rate factor (CRF) of the encoder: lower is better; h264 has no more than 51. Default: 23 for h264, 31 for vp9, 10 for vp8.',
      { minimum: 1, maximum: 63, overriddenBy: ['video_bitrate'] },
    ),
    video_bitrate: int('Target bit rate; replaces video_quality.', {
      unit: 'kb/s',
      minimum: 1,
      maximum: 100_000,
    }),
    video_bits_per_second: int('Target bit rate in bits per second.', {
      unit: 'b/s',
      minimum: 1000,
      maximum: 100_000_000,
    }),
    video_fps: int('Frames per second.', {
      unit: 'frames/s',
      minimum: 1,
      maximum: videoFps,
      default: Math.min(DEFAULT_LENGTH.video_fps, videoFps),
    }),
    video_width: int('Width of the video. Default: the width of the viewport.', {
      unit: 'px',
      minimum: 2,
      maximum: videoWidth,
    }),
    video_height: int('Height of the video. Default: the height of the viewport.', {
      unit: 'px',
      minimum: 2,
      maximum: videoHeight,
    }),
    video_aspect: readAs(
      numericText('Aspect ratio to pad the video to.', {
        maxBytes: 16,
        pattern: String.raw`[1-9]\d{0,4}(?:\.\d{1,6})?(?:[:/][1-9]\d{0,4})?|0\.\d{1,6}`,
        expects: 'a ratio such as 16:9 or 1.777',
        examples: ['16:9', '1.777'],
      }),
      readRatio,
    ),
    video_time: int('Duration of a video that does not scroll.', {
      unit: 'ms',
      minimum: 1,
      maximum: videoMs,
      default: Math.min(DEFAULT_LENGTH.video_time, videoMs),
      overriddenBy: ['video_scroll', 'video_duration'],
      // Then the video may turn out not to scroll.
      exceptWith: { video_scroll: 'video_scroll_require_sections' },
    }),
    video_duration: int('Exact duration of the video: it is cut, or its last frame is held.', {
      unit: 'ms',
      minimum: 1,
      maximum: videoMs,
    }),
    video_seek: number('Time to cut from the start.', {
      unit: 's',
      minimum: 0,
      maximum: videoMs / 1000,
      default: DEFAULT_LENGTH.video_seek,
    }),
    video_refs: int('Number of reference frames of h264.', { unit: 'frames', minimum: 1, maximum: 16 }),
    video_ffmpeg: readAs(
      list(`Further arguments for ffmpeg: ${FFMPEG_ARGUMENTS.join(', ')}, each but -an with a value.`, {
        maxItems: 50,
        maxBytes: 256,
        items: 'arguments',
      }),
      readFfmpegArguments,
    ),
    video_chrome_height: int('Height to crop from the top of each frame.', {
      unit: 'px',
      minimum: 0,
      maximum: videoHeight,
      default: 0,
    }),
    video_crop_w: int('Width to crop frames to, around their centre.', {
      unit: 'px',
      minimum: 2,
      maximum: 16_384,
    }),
    video_jitter: number('Size of an invisible movement that makes the browser draw frames.', {
      unit: 'px',
      minimum: 0,
      maximum: 1,
      default: 0,
      accepted: 'each frame is drawn at its own time, so that a still page needs no movement',
    }),
    debug_video: flag(
      'Keep the first, the middle and the last frame as images. Requires response_type jsondebug, which shows their addresses.',
    ),
  })
