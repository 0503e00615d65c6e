import { isVideo } from '@render/outputs'
import { findPageFrame, measureFrame } from '../../in-page/measuring/measure-frames.ts'
import { cutMeasured, fitViewportToBounds, warningsOfChange } from '../../picture-limits.ts'
import { FORMATS_WITHOUT_PICTURE } from '../../navigation/formats-without-picture.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { evaluateWithTimeout } from '../../protocol/evaluate-across-navigation.ts'
import { innerFrames } from '../../protocol/frames.ts'
import { setMetrics } from '../../protocol/metrics.ts'
import { REPLY_MS, TIMED_OUT } from '../../protocol/time-budget.ts'
import { captureStage } from '../../stage.ts'

/** Grows the viewport of a page that is one frame, such as a frame set, by what the frame hides of its document. */
export const growFrame = captureStage({
  name: 'grow-frame',
  phase: 'capture',
  borrows: ['format', 'full_page', 'force_dpr', 'max_height'],
  async run(ctx, { format, full_page, force_dpr, max_height = Infinity }) {
    if (!full_page || isVideo(format) || FORMATS_WITHOUT_PICTURE.has(format)) return
    const { page } = ctx
    if (page.isInert) return
    const find = () => callAcrossNavigation(page, findPageFrame)
    const frame = await find()
    if (!frame) return
    const measure = async (): Promise<number> => {
      const frames = await innerFrames(page.tab)
      const measured = await Promise.all(frames.map((each) => callInFrame(each, measureFrame, frame)))
      return measured.find((height) => height !== undefined) ?? 0
    }
    const hidden = await evaluateWithTimeout(page, measure, REPLY_MS)
    const { viewport } = page
    const height = hidden === TIMED_OUT ? 0 : Math.min(viewport.height + hidden, max_height)
    if (height <= viewport.height) return
    const wanted = { ...viewport, height }
    const cut = force_dpr ? wanted : cutMeasured(wanted, 'height', page.bounds)
    page.viewport = fitViewportToBounds(cut, force_dpr, page.bounds)
    await setMetrics(page.tab.session, page.viewport)
    ctx.isPageChanged = true
    if (await find()) {
      page.warnings.push(...warningsOfChange(wanted, page.viewport))
      return
    }
    page.viewport = viewport
    await setMetrics(page.tab.session, viewport)
    page.warnings.push(
      '"full_page": the page shows its content in a frame of a fixed height; what lies below in the frame was not captured.',
    )
  },
})
