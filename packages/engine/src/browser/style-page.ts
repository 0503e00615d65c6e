import type { Frame } from 'playwright-core'
import { addStyle } from '../in-page/add-style.ts'
import type { Work } from '../work.ts'
import { inEveryFrame } from './every-frame.ts'

/** Adds style rules to the page and its frames, and to the documents that come after them in this render. */
export async function stylePage(work: Work, css: string): Promise<void> {
  const style = (frame: Frame) => frame.evaluate(addStyle, css)
  work.tab.page.on('framenavigated', (frame) => void style(frame).catch(() => undefined))
  await inEveryFrame(work, style)
}
