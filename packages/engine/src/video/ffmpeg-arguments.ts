import type { FfmpegArguments, VideoCodec, VideoFile } from '@render/options'
import type { EncodingPlan } from './encoding-plan.ts'
import type { FrameLayout } from './frame-layout.ts'

type Rate = EncodingPlan['rate']
type Preset = EncodingPlan['preset']

interface Codec {
  encoder: string
  /** The matrix of its colours. Players take that of BT.601 for VP8, which has no field for another. */
  matrix: 'bt709' | 'smpte170m'
  /** The number of its threads: its output depends on it, so that it is the same on all machines. */
  threads: number
  /** How hard it tries, and what else it needs for equal files on all machines. */
  effort: (plan: EncodingPlan) => FfmpegArguments
  /** The arguments of a constant quality. */
  quality: (quality: number, further: FfmpegArguments) => FfmpegArguments
}

/** The encoder of VP8 needs the rate that a constant quality stays below; this one never bounds it. */
const UNBOUNDED = '100M'

/** How much a rate may vary about its average: the bounds as shares of it, and the seconds over which it is measured. */
const LOW = 2 / 3
const PEAK = 1.5
const WINDOW_SECONDS = 2

/** From the slowest to the fastest: the position is the encoder's speed. */
const PRESETS: readonly Preset[] = [
  'veryslow',
  'slower',
  'slow',
  'medium',
  'fast',
  'faster',
  'veryfast',
  'superfast',
  'ultrafast',
]
/** Speeds above this one exist only for real time. */
const FASTEST_GOOD = 5

const CODECS: Record<VideoCodec, Codec> = {
  h264: {
    encoder: 'libx264',
    matrix: 'bt709',
    // Each thread finds movement only where the one with the frame before has come to: with 4, a page that scrolls takes 1.7
    // times the bytes and a sixth more CPU time.
    threads: 2,
    effort: ({ preset, referenceFrames }) => ({
      '-preset': preset,
      '-x264-params': 'cpu-independent=1',
      ...(referenceFrames !== undefined && { '-refs': String(referenceFrames) }),
    }),
    quality: (quality) => ({ '-crf': String(quality) }),
  },
  vp9: {
    encoder: 'libvpx-vp9',
    matrix: 'bt709',
    threads: 4,
    effort: ({ preset }) => ({ ...effortOfVp(preset), '-row-mt': '1' }),
    quality: (quality) => ({ '-crf': String(quality), '-b:v': '0' }),
  },
  vp8: {
    encoder: 'libvpx',
    matrix: 'smpte170m',
    threads: 4,
    // In real time, only negative speeds do not follow the speed of the machine.
    effort: ({ preset }) => effortOfVp(preset, isRealTime(preset) ? -1 : 1),
    quality: (quality, further) => ({
      '-crf': String(quality),
      '-qmin': '0',
      '-qmax': '63',
      '-b:v': further['-maxrate'] ?? UNBOUNDED,
    }),
  },
}

const DECODERS: Record<EncodingPlan['input'], string> = { jpeg: 'mjpeg', png: 'png' }

/** Arguments that let players start before they have the whole file. */
const CONTAINERS: Record<VideoFile['format'], FfmpegArguments> = {
  mp4: { '-movflags': '+faststart' },
  webm: { '-cues_to_front': '1' },
}

/** Returns the arguments with which ffmpeg reads pictures from its standard input and writes a video to a file. */
export function ffmpegArguments(plan: EncodingPlan, file: string): string[] {
  const { input, fps, further } = plan
  const { encoder, matrix, threads, effort } = CODECS[plan.codec]
  const pixels = further['-pix_fmt'] ?? 'yuv420p'
  const output: FfmpegArguments = {
    '-map_metadata': '-1',
    '-fflags': '+bitexact',
    '-c:v': encoder,
    ...effort(plan),
    ...rateArguments(plan),
    '-threads': String(threads),
    '-r': String(fps),
    '-fps_mode': 'cfr',
    '-color_primaries': 'bt709',
    '-color_trc': 'bt709',
    '-colorspace': matrix,
    '-color_range': 'tv',
    ...CONTAINERS[plan.format],
    ...further,
    '-pix_fmt': pixels,
    '-vf': [
      // By its rate alone, ffmpeg would make the file longer than its frames.
      ...(further['-r'] ? [`fps=${further['-r']}:eof_action=pass`] : []),
      ...filters(plan.layout, matrix, pixels),
      ...(further['-vf'] ? [further['-vf']] : []),
    ].join(','),
    '-f': plan.format,
  }
  return [
    ...'-hide_banner -nostdin -nostats -progress pipe:1'.split(' '),
    ...`-protocol_whitelist pipe -f image2pipe -framerate ${fps} -c:v ${DECODERS[input]} -i pipe:0`.split(
      ' ',
    ),
    ...Object.entries(output).flatMap(([name, value]) => (value === '' ? [name] : [name, value])),
    file,
  ]
}

function effortOfVp(preset: Preset, sign = 1): FfmpegArguments {
  const deadline = isRealTime(preset) ? 'realtime' : 'good'
  return { '-deadline': deadline, '-cpu-used': String(sign * PRESETS.indexOf(preset)) }
}

function isRealTime(preset: Preset): boolean {
  return PRESETS.indexOf(preset) > FASTEST_GOOD
}

/** A rate among the caller's arguments replaces that of the options. */
function rateArguments({ codec, rate, further }: EncodingPlan): FfmpegArguments {
  if (further['-b:v'] !== undefined) return {}
  const sent: Rate = further['-crf'] === undefined ? rate : { quality: Number(further['-crf']) }
  if ('quality' in sent) return CODECS[codec].quality(sent.quality, further)
  const { kilobits } = sent
  return {
    '-b:v': `${kilobits}k`,
    '-minrate': `${Math.round(kilobits * LOW)}k`,
    '-maxrate': `${Math.round(kilobits * PEAK)}k`,
    '-bufsize': `${kilobits * WINDOW_SECONDS}k`,
  }
}

/** Returns the filters that make pictures of a video of frames; JPEG has the colours of BT.601, PNG has red, green and blue. */
function filters({ crop, scaled, shown, video }: FrameLayout, matrix: string, pixels: string): string[] {
  const isEven = [crop.x, crop.y, crop.width, crop.height].every((length) => length % 2 === 0)
  const isCut = shown.width < scaled.width || shown.height < scaled.height
  const isPadded = shown.width < video.width || shown.height < video.height
  const colours = `in_color_matrix=bt601:in_range=full:out_color_matrix=${matrix}:out_range=limited`
  return [
    // Chroma of half the resolution cannot be cut at odd pixels.
    ...(isEven ? [] : ['format=gbrp']),
    `crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`,
    `scale=${scaled.width}:${scaled.height}:${colours}`,
    `format=${pixels}`,
    ...(isCut ? [`crop=${shown.width}:${shown.height}:0:0`] : []),
    ...(isPadded ? [`pad=${video.width}:${video.height}:${shown.x}:${shown.y}`] : []),
  ]
}
