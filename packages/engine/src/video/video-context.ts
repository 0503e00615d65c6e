import type { RenderOptions } from '@render/options'
import type { Body, Facts, SideOutput } from '@render/outputs'
import type { CaptureContext } from '../capture-context.ts'
import type { PageContext } from '../page-context.ts'
import type { Recording } from './recording.ts'

/** The options of a render whose main output is a video. */
export type VideoOptions = RenderOptions & { format: 'mp4' | 'webm' }

/** The state of a video. */
export interface VideoContext extends CaptureContext {
  /** Set by the stage that plans it. */
  recording?: Recording
  /** Set by the stage that records it. */
  video?: { body: Body; facts: Facts; kept: SideOutput[] }
}

export function startVideo(page: PageContext): VideoContext {
  return { page, isPageChanged: false }
}
