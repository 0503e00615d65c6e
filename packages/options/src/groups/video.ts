import { VIDEO } from '../formats.ts'
import { flag, int, list, number, numericText, oneOf, onlyFor } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** How a video is recorded and encoded. */
export const video = ({ videoMs, videoWidth, videoHeight, videoFps }: Limits) =>
  onlyFor(VIDEO, {
    video_method: oneOf('How frames are taken.', ['screencast', 'psr', 'extension', 'modern'], {
      default: 'modern',
    }),
    video_codec: oneOf('How the video is encoded; h264 for mp4 and vp9 for webm when absent.', [
      'h264',
      'vp9',
      'vp8',
    ]),
    video_preset: oneOf(
      'How much work the encoder spends on a smaller file.',
      ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
      { default: 'medium' },
    ),
    video_quality: int('Constant rate factor of the encoder; lower is better.', {
      minimum: 0,
      maximum: 63,
      default: 23,
    }),
    video_bitrate: int('Bit rate to aim at, instead of a quality.', {
      unit: 'kb/s',
      minimum: 1,
      maximum: 100_000,
    }),
    video_bits_per_second: int('Bit rate to aim at, in bits.', {
      unit: 'b/s',
      minimum: 1000,
      maximum: 100_000_000,
    }),
    video_fps: int('Frames in a second.', { unit: 'frames/s', minimum: 1, maximum: videoFps, default: 30 }),
    video_width: int('Width of the video; that of the viewport when absent.', {
      unit: 'px',
      minimum: 2,
      maximum: videoWidth,
    }),
    video_height: int('Height of the video; that of the viewport when absent.', {
      unit: 'px',
      minimum: 2,
      maximum: videoHeight,
    }),
    video_aspect: numericText('Ratio of the sides that the video is padded to.', {
      maxBytes: 16,
      pattern: String.raw`[1-9]\d{0,4}(?:\.\d{1,6})?(?:[:/][1-9]\d{0,4})?|0\.\d{1,6}`,
      expects: 'a ratio such as 16:9 or 1.777',
      examples: ['16:9', '1.777'],
    }),
    video_time: int('Length of a video that does not scroll.', {
      unit: 'ms',
      minimum: 1,
      maximum: videoMs,
      default: 5000,
    }),
    video_duration: int('Length that the video is cut or held to.', {
      unit: 'ms',
      minimum: 1,
      maximum: videoMs,
    }),
    video_seek: number('How much of the start is left out.', {
      unit: 's',
      minimum: 0,
      maximum: videoMs / 1000,
      default: 0,
    }),
    video_refs: int('Reference frames of h264.', { unit: 'frames', minimum: 1, maximum: 16 }),
    video_ffmpeg: list('Arguments for the encoder, of those that are allowed.', {
      maxItems: 50,
      maxBytes: 256,
      items: 'arguments',
    }),
    video_chrome_height: int('Height cut from the top of each frame.', {
      unit: 'px',
      minimum: 0,
      maximum: videoHeight,
      default: 0,
    }),
    video_crop_w: int('Width that frames are cut to, around their middle.', {
      unit: 'px',
      minimum: 2,
      maximum: 16_384,
    }),
    video_jitter: number('Size of an unseen movement that keeps frames coming.', {
      unit: 'px',
      minimum: 0,
      maximum: 1,
      default: 0,
    }),
    debug_video: flag('Keep the frames and the log of the encoder.'),
  })
