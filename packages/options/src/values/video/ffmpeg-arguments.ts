// What `video_ffmpeg` may contain: each argument with the values that the encoder of a codec takes.

export type VideoCodec = 'h264' | 'vp9' | 'vp8'

export interface VideoFile {
  format: 'mp4' | 'webm'
  codec: VideoCodec
}

/** The values of an argument. */
export interface Values {
  accepts: (value: string) => boolean
  /** Completes "must be ...". */
  expects: string
}

/** The arguments that go with a file, by name; null for those without a value. */
export type Arguments = Record<string, Values | null>

const FORMATS = ['yuv420p', 'yuv422p', 'yuv444p']
const LEVELS = '1 1.1 1.2 1.3 2 2.1 2.2 3 3.1 3.2 4 4.1 4.2 5 5.1 5.2 6 6.1 6.2'.split(' ')
const TUNES = 'film animation grain stillimage fastdecode zerolatency psnr ssim'.split(' ')
const FRAGMENTS = ['faststart', 'frag_keyframe', 'empty_moov', 'default_base_moof']

/** Filters that keep the size of the picture, with the least and the largest value of their parameters. */
const FILTERS: Record<string, Record<string, readonly [number, number]>> = {
  eq: { brightness: [-1, 1], contrast: [-2, 2], gamma: [0.1, 10], saturation: [0, 3] },
  gblur: { sigma: [0, 20] },
  hflip: {},
  hue: { b: [-10, 10], h: [-360, 360], s: [-10, 10] },
  negate: {},
  unsharp: { la: [-1.5, 1.5] },
  vflip: {},
}
const MAX_FILTERS = 5

const kilobits: Values = {
  accepts: (value) => /^(?:[1-9]\d{0,4}|100000)k$|^(?:[1-9]\d?|100)M$/.test(value),
  expects: 'from 1k to 100000k or from 1M to 100M',
}
const filters: Values = {
  accepts: (value) =>
    value.split(',', MAX_FILTERS + 1).length <= MAX_FILTERS && value.split(',').every(isFilter),
  expects: `at most ${MAX_FILTERS} of ${describeFilters()}, separated by commas`,
}

const COMMON: Arguments = {
  '-an': null,
  '-b:v': kilobits,
  '-bufsize': kilobits,
  '-g': within(1, 9999),
  '-maxrate': kilobits,
  '-r': within(1, 60),
  '-vf': filters,
}

const BY_CODEC: Record<VideoCodec, Arguments> = {
  h264: {
    '-crf': within(1, 51),
    '-level': oneOf(LEVELS),
    '-pix_fmt': oneOf(FORMATS),
    '-profile:v': oneOf(['baseline', 'main', 'high']),
    '-tune': oneOf(TUNES),
  },
  vp9: { '-crf': within(1, 63), '-pix_fmt': oneOf(FORMATS) },
  vp8: { '-crf': within(1, 63) },
}

const BY_FORMAT: Record<VideoFile['format'], Arguments> = {
  mp4: {
    '-movflags': {
      accepts: (value) =>
        value
          .replace(/^\+/, '')
          .split('+')
          .every((word) => FRAGMENTS.includes(word)),
      expects: `one or more of ${FRAGMENTS.join(', ')}, joined by +`,
    },
  },
  webm: {},
}

/** The names of all arguments. */
export const FFMPEG_ARGUMENTS = [
  ...new Set(
    [COMMON, ...Object.values(BY_CODEC), ...Object.values(BY_FORMAT)].flatMap((each) => Object.keys(each)),
  ),
].toSorted()

export function argumentsFor({ format, codec }: VideoFile): Arguments {
  return { ...COMMON, ...BY_CODEC[codec], ...BY_FORMAT[format] }
}

function within(least: number, most: number): Values {
  return {
    accepts: (value) => /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most,
    expects: `a whole number from ${least} to ${most}`,
  }
}

function oneOf(words: readonly string[]): Values {
  return { accepts: (value) => words.includes(value), expects: `one of ${words.join(', ')}` }
}

/** Whether a text is a filter such as `hflip` or `eq=contrast=1.2:brightness=0.1`. */
function isFilter(text: string): boolean {
  const [, name = '', parameters] = /^(\w+)(?:=(.+))?$/.exec(text) ?? []
  if (!Object.hasOwn(FILTERS, name)) return false
  return (parameters?.split(':') ?? []).every((parameter) => {
    const [, key = '', value] = /^(\w+)=(-?\d{1,3}(?:\.\d{1,3})?)$/.exec(parameter) ?? []
    const bounds = Object.hasOwn(FILTERS[name]!, key) && FILTERS[name]![key]!
    return bounds && Number(value) >= bounds[0] && Number(value) <= bounds[1]
  })
}

function describeFilters(): string {
  const described = Object.entries(FILTERS).map(([name, parameters]) => {
    const ranges = Object.entries(parameters).map(([key, [least, most]]) => `${key} ${least} to ${most}`)
    return ranges.length > 0 ? `${name} (${ranges.join(', ')})` : name
  })
  return described.join(', ')
}
