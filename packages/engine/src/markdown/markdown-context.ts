import type { Body } from '@render/outputs'
import type { PageContext } from '../page-context.ts'

/** The state of a page that is converted to Markdown. */
export interface MarkdownContext {
  readonly page: PageContext
  /** The content of the page as JSON; set by the stage that reads it. */
  content?: Body
  /** True when the page has more than was read. */
  isCut?: boolean
  /** Absent when the conversion failed. */
  body?: Body
}

/** The part of that state that remains when the tab is closed. */
export type FinishMarkdownContext = Omit<MarkdownContext, 'page'> & {
  readonly page: Pick<PageContext, 'signal' | 'cpuSemaphore' | 'warnings'>
}
