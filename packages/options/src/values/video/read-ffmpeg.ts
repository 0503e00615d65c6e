import { argumentsFor, type VideoFile } from './ffmpeg-arguments.ts'

/** Arguments of ffmpeg by name, such as `-crf`; the value is empty for those that have none. */
export type FfmpegArguments = Readonly<Record<string, string>>

const WITHOUT_VALUE = '-an'
const MAX_QUOTED = 40

/** Reads `video_ffmpeg`: a list of names and values, also with both in one item. */
export function readFfmpegArguments(items: readonly string[]): FfmpegArguments {
  return Object.fromEntries(pairsOf(items))
}

/** Returns what is wrong with `video_ffmpeg` for a file of recorded frames; undefined when nothing is. */
export function faultInFfmpegArguments(
  items: readonly string[],
  file: VideoFile & { fps: number },
): string | undefined {
  const pairs = pairsOf(items)
  const allowed = argumentsFor(file)
  for (const [name, value] of pairs) {
    const values = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (values === undefined)
      return `cannot contain ${quoted(name)} with ${file.codec} in ${file.format}: its arguments must be of ${Object.keys(allowed).join(', ')}`
    if (values && !values.accepts(value)) return `${name} must be ${values.expects}, not ${quoted(value)}`
  }
  return pairs.length > new Map(pairs).size ? 'has an argument twice' : faultBetween(new Map(pairs), file)
}

/** Finds arguments that the encoder refuses or ignores together. */
function faultBetween(
  pairs: ReadonlyMap<string, string>,
  { codec, fps }: VideoFile & { fps: number },
): string | undefined {
  if (Number(pairs.get('-r')) > fps)
    return `cannot contain -r ${pairs.get('-r')}: it must be at most the "video_fps" ${fps}`
  if (pairs.has('-maxrate') !== pairs.has('-bufsize')) return 'needs -maxrate and -bufsize together'
  if (codec === 'vp9' && pairs.has('-maxrate') && !pairs.has('-b:v'))
    return 'needs -b:v beside -maxrate with vp9'
  if (codec === 'h264' && pairs.has('-crf') && pairs.has('-b:v'))
    return 'cannot contain both -crf and -b:v with h264'
  if (pairs.has('-profile:v') && (pairs.get('-pix_fmt') ?? 'yuv420p') !== 'yuv420p')
    return `cannot contain -profile:v ${pairs.get('-profile:v')} with -pix_fmt ${pairs.get('-pix_fmt')}`
  return undefined
}

function pairsOf(items: readonly string[]): [name: string, value: string][] {
  const words = items.flatMap((item) => item.trim().split(/\s+/))
  const pairs: [string, string][] = []
  while (words.length > 0) {
    const name = words.shift()!
    pairs.push([name, name === WITHOUT_VALUE ? '' : (words.shift() ?? '')])
  }
  return pairs
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
}
