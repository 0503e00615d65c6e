/** The options that decide how long a video is. */
export const VIDEO_LENGTH_OPTIONS = [
  'video_fps',
  'video_time',
  'video_duration',
  'video_seek',
  'video_scroll',
  'video_scroll_to',
  'video_sections',
  'video_scroll_require_sections',
  'video_prescroll_duration',
  'video_scroll_duration',
  'video_rest_duration',
  'video_scroll_back',
  'video_scroll_back_duration',
  'video_postscroll_duration',
] as const satisfies (keyof LengthOptions)[]

/** Milliseconds, but seconds in `video_seek`. */
interface LengthOptions {
  video_time?: number
  video_duration?: number
  video_seek?: number
  video_fps?: number
  video_scroll?: boolean
  video_scroll_to?: readonly Stop[]
  video_sections?: number
  video_scroll_require_sections?: boolean
  video_prescroll_duration?: number
  video_scroll_duration?: number
  video_rest_duration?: number
  video_scroll_back?: boolean
  video_scroll_back_duration?: number
  video_postscroll_duration?: number
}

interface Stop {
  selector?: string
  text?: string
  wait?: number
  duration?: number
}

/** The defaults of the options of which the length has one. */
export const DEFAULT_LENGTH = {
  video_fps: 30,
  video_time: 5000,
  video_seek: 0,
  video_sections: 1,
  video_prescroll_duration: 1000,
  video_rest_duration: 1000,
  video_postscroll_duration: 500,
} as const satisfies LengthOptions

/** An option, and a time that it adds to the length of a video; undefined when that depends on the page. */
type Part = [option: keyof LengthOptions, ms: number | undefined]

/** Returns how long the page is shown, before anything is cut; undefined when that depends on the page. */
export function timelineMs(options: LengthOptions): number | undefined {
  const { video_scroll, video_duration } = options
  if (!video_scroll) return video_duration ?? usualUnlessSet(options).video_time
  const lengths = partsOf(options).map(([, ms]) => ms)
  return lengths.every((each) => each !== undefined)
    ? lengths.reduce((sum, each) => sum + each, 0)
    : undefined
}

/** Returns the option that adds most to the length of a video that scrolls, of those without their default. */
export function longestPart(options: LengthOptions): keyof LengthOptions {
  const usual: LengthOptions = DEFAULT_LENGTH
  const sent = partsOf(options).filter(([option]) => (options[option] ?? usual[option]) !== usual[option])
  const totalOf = (wanted: keyof LengthOptions): number =>
    sent.reduce((sum, [option, ms = 0]) => (option === wanted ? sum + ms : sum), 0)
  const [longest] = sent.toSorted(([one], [other]) => totalOf(other) - totalOf(one))
  return longest![0]
}

function partsOf(options: LengthOptions): Part[] {
  const { video_scroll_to, video_scroll_duration, video_scroll_back, video_scroll_back_duration } = options
  const usual = usualUnlessSet(options)
  const stops: readonly Stop[] = video_scroll_to ?? Array.from({ length: usual.video_sections }, () => ({}))
  const movement = (option: keyof LengthOptions, ms: number | undefined): Part =>
    ms === undefined ? ['video_scroll_duration', video_scroll_duration] : [option, ms]
  const parts = stops.flatMap(({ selector, text, wait = 0, duration }): Part[] => {
    const pause: Part = ['video_scroll_to', wait]
    if (video_scroll_to && selector === undefined && text === undefined) return [pause]
    return [pause, movement('video_scroll_to', duration), ['video_rest_duration', usual.video_rest_duration]]
  })
  return [
    ...parts,
    ...(video_scroll_back ? [movement('video_scroll_back_duration', video_scroll_back_duration)] : []),
    ['video_prescroll_duration', usual.video_prescroll_duration],
    ['video_postscroll_duration', usual.video_postscroll_duration],
  ]
}

/**
 * Returns the number of frames to record at most, with those that `video_seek` drops; undefined when that depends on the page
 * alone. A page that is too short for `video_scroll_require_sections` may take longer than one that scrolls.
 */
export function framesToRecord(options: LengthOptions): number | undefined {
  const { video_duration } = options
  const { video_seek, video_fps } = usualUnlessSet(options)
  const lengthMs = video_duration === undefined ? longestMs(options) : video_duration + video_seek * 1000
  return lengthMs === undefined ? undefined : Math.max(1, Math.round((lengthMs * video_fps) / 1000))
}

/** Returns the longest duration that the video can have, in milliseconds; undefined when that depends on the page alone. */
export function videoDurationMs(options: LengthOptions): number | undefined {
  const { video_duration } = options
  const lengthMs = longestMs(options)
  if (video_duration !== undefined || lengthMs === undefined) return video_duration
  return lengthMs - usualUnlessSet(options).video_seek * 1000
}

/** Returns the length of a video that scrolls, or of one that may stand still instead when that is longer. */
function longestMs(options: LengthOptions): number | undefined {
  const lengthMs = timelineMs(options)
  if (lengthMs === undefined || !mayStandStill(options)) return lengthMs
  return Math.max(lengthMs, usualUnlessSet(options).video_time)
}

function mayStandStill({ video_scroll_require_sections, video_scroll_to }: LengthOptions): boolean {
  return video_scroll_require_sections === true && !video_scroll_to
}

function usualUnlessSet(options: LengthOptions): Record<keyof typeof DEFAULT_LENGTH, number> {
  const set = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...DEFAULT_LENGTH, ...Object.fromEntries(set) }
}
