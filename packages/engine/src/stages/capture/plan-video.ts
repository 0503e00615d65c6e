import { VIDEO_LENGTH_OPTIONS, type RenderOptions } from '@render/options'
import { refusedSelector } from '../../elements/refused-selector.ts'
import { failedBy } from '../../failure/failed-by.ts'
import { findStops } from '../../in-page/recording/find-stops.ts'
import { playsMedia } from '../../in-page/recording/plays-media.ts'
import { prepareScrolling } from '../../in-page/recording/prepare-scrolling.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { REPLY_MS } from '../../protocol/time-budget.ts'
import { planScrolling, sectionStops, type Stop } from '../../video/choreography.ts'
import { planRecording } from '../../video/recording.ts'
import { timelineOf, type Timeline } from '../../video/timeline.ts'
import { videoStage } from '../../stage.ts'
import { settlesInPageTime } from '../../page-time/page-time.ts'
import type { PageContext } from '../../page-context.ts'

/** The options that decide the way of a page, beside those that also decide how long the video is. */
const WAY = [
  'video_scroll_distance',
  'video_scroll_offset',
  'video_use_iscroll',
  'video_ease',
  'video_ease_end',
] as const
const BORROWED = ['fail_if_selector_missing'] as const

type ScrollOptions = Pick<
  RenderOptions,
  (typeof VIDEO_LENGTH_OPTIONS)[number] | (typeof WAY)[number] | (typeof BORROWED)[number]
>

/** Decides which frames a video has and how the page moves meanwhile. */
export const planVideo = videoStage({
  name: 'plan-video',
  phase: 'capture',
  owns: [...VIDEO_LENGTH_OPTIONS, ...WAY],
  borrows: BORROWED,
  async run(ctx, options) {
    const { page } = ctx
    if (await isMediaPlayed(page, options.video_scroll))
      page.warnings.push('The page plays a video: its frames are not synchronised with the recording.')
    const timeline = options.video_scroll ? await planWay(page, options) : undefined
    ctx.recording = planRecording(options, timeline, page.videoLimits)
    if (ctx.recording.warning !== undefined) page.warnings.push(ctx.recording.warning)
  },
})

/** Frames that do not answer soon are left out. */
async function isMediaPlayed(page: PageContext, isScrolled: boolean): Promise<boolean> {
  let isPlayed = false
  const asking = inEveryFrame(page, async (frame) => {
    if (await callInFrame(frame, playsMedia, { isScrolled })) isPlayed = true
  })
  await settlesInPageTime(page.tab.time, asking, REPLY_MS)
  return isPlayed
}

async function planWay(page: PageContext, options: ScrollOptions): Promise<Timeline | undefined> {
  const { video_use_iscroll: isInner, video_sections, video_scroll_to } = options
  const prepared = await callAcrossNavigation(page, prepareScrolling, { isInner })
  const { end, height } = prepared ?? { end: 0, height: 0 }
  const isShort = end + height < video_sections * height
  if (options.video_scroll_require_sections && !video_scroll_to && isShort) return undefined
  if (end === 0) {
    const advice = isInner ? '' : ' "video_use_iscroll" scrolls an inner element.'
    page.warnings.push(`The page does not scroll, so it does not move in the video.${advice}`)
  }
  const stops = video_scroll_to ? await placeStops(page, options) : sectionStops(options, end)
  return timelineOf(planScrolling(options, stops, end), end)
}

async function placeStops(
  page: PageContext,
  { video_scroll_to: items = [], video_scroll_offset, fail_if_selector_missing }: ScrollOptions,
): Promise<Stop[]> {
  const found = await callAcrossNavigation(page, findStops, items)
  return items.flatMap(({ selector, text, wait: waitMs = 0, duration: durationMs, ease, offset }, at) => {
    if (selector === undefined && text === undefined) return { waitMs }
    const option = `video_scroll_to[${at}]`
    const place = found?.[at] ?? 'missing'
    if (place === 'invalid') throw refusedSelector(`${option}.selector`, 'CSS selector')
    if (typeof place === 'number')
      return { waitMs, position: place - (offset ?? video_scroll_offset), durationMs, ease }
    if (fail_if_selector_missing) throw failedBy('fail_if_selector_missing', `No element matched "${option}"`)
    page.warnings.push(`"${option}" was skipped: no element matched.`)
    return []
  })
}
