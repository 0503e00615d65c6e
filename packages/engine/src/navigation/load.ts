import type { RenderOptions } from '@render/options'
import type { PageContext } from '../page-context.ts'
import type { LoadResponses } from './track-load-responses.ts'
import type { PageRedirects } from './track-page-redirects.ts'

/** The options that control how a page is loaded, and what happens when its address fails to load. */
export const loading = [
  'wait_until',
  'timeout',
  'referer',
  'ignore_load_errors',
  'format',
  'retry_on_nav_error',
  'continue_on_nav_error',
] as const

export type LoadingOptions = Pick<RenderOptions, (typeof loading)[number]>

/** The load of a page and of the documents that it redirects to. */
export interface Load {
  readonly ctx: PageContext
  readonly options: LoadingOptions
  /** When a page is open already, `visit` navigates to the address again and `reload` reloads the page as a user would. */
  readonly how: 'visit' | 'reload'
  /** What Playwright waits for in each navigation. */
  readonly wait: { waitUntil: 'load' | 'domcontentloaded'; timeout: number }
  /** When `timeout` is over, on the clock of `performance`. */
  readonly endsAt: number
  readonly responses: LoadResponses
  readonly redirects: PageRedirects
}

/** Returns the time that is left of `timeout`. */
export function leftMs({ endsAt }: Load): number {
  return Math.max(0, endsAt - performance.now())
}
