import type { HttpClient } from '@render/net'
import type { Body, MainOutput } from '@render/outputs'
import type { PageContext } from '../page-context.ts'
import type { Picture } from '../pictures/picture.ts'

/** The answer of a model about a page, or the reason why there is none. */
export type ModelResult = { answer: unknown } | { error: string }

/** The state of a question to a model while the page is open. */
export interface ModelContext {
  readonly page: PageContext
  /** What a reader of the page sees, as JSON; set by the stage that reads it. */
  content?: Body
  /** The viewport; set when the main output is no picture. */
  picture?: Picture
}

/** The state of a question once the page is closed and the outputs are made. */
export interface AskContext extends Readonly<Omit<ModelContext, 'page'>> {
  readonly page: Pick<PageContext, 'cpuSemaphore' | 'warnings'> & {
    readonly http: Pick<HttpClient, 'request'>
  }
  readonly main: MainOutput
  /** The longest wait for the answer, in milliseconds. */
  readonly timeoutMs: number
  /** Aborted when the render is cancelled. */
  readonly signal: AbortSignal
  /** Set by the stage that asks. */
  result: ModelResult
}

export function startModel(page: PageContext): ModelContext {
  return { page }
}
