import type { Frame } from 'playwright-core'
import type { Work } from '../work.ts'
import { askDocument } from './ask-document.ts'

/** Does something in the page and in each of its frames. A frame that goes away meanwhile, or cannot, is left out. */
export async function inEveryFrame(work: Work, act: (frame: Frame) => Promise<unknown>): Promise<void> {
  const { page } = work.tab
  await askDocument(work, () => act(page.mainFrame()))
  const inner = page.frames().filter((frame) => frame !== page.mainFrame())
  await askDocument(work, () => Promise.allSettled(inner.map(act)))
}
