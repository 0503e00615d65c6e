import { addDeepStyle } from '../../in-page/styling/add-style.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { innerFrames, inEveryFrame, topFrameOf, type PageFrame } from '../../protocol/frames.ts'
import type { PageContext } from '../../page-context.ts'
import { refusedSelector } from '../../elements/refused-selector.ts'
import { countRules } from '../../in-page/styling/count-rules.ts'
import { stage } from '../../stage.ts'

const HIDDEN = 'visibility: hidden !important; pointer-events: none !important'

/** Makes elements invisible without moving others, also elements that are added later. */
export const hideElements = stage({
  name: 'hide-elements',
  phase: 'prepare',
  owns: ['hide_selector'],
  direct: true,
  async run(ctx, { hide_selector }) {
    if (!hide_selector) return
    const rule = `${hide_selector} { ${HIDDEN} }`
    const understood = await callAcrossNavigation(ctx, countRules, rule)
    if (understood !== 1) throw refusedSelector('hide_selector', 'CSS selector')
    const css = `${rule} :is(${hide_selector}) * { ${HIDDEN} }`
    ctx.addedStyles.add(css)
    await stylePage(ctx, css)
  },
})

/** Adds style rules to the page and its frames, and to the documents that replace theirs later in this render. */
async function stylePage(ctx: PageContext, css: string): Promise<void> {
  const style = (frame: PageFrame) => callInFrame(frame, addDeepStyle, css)
  const styleAll = async (): Promise<void> => {
    const inner = await innerFrames(ctx.tab)
    await Promise.allSettled([topFrameOf(ctx.tab), ...inner].map(style))
  }
  // `addDeepStyle` does not change documents that have the rules already.
  ctx.tab.page.on('framenavigated', () => void styleAll().catch(() => undefined))
  await inEveryFrame(ctx, style)
}
