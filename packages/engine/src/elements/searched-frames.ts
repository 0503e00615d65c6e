import { withTimeout } from '@render/async'
import type { Frame, Page } from 'playwright-core'
import type { RenderOptions } from '@render/options'
import { REPLY_MS } from '../protocol/time-budget.ts'

/** Limit for the first reply of a frame: the browser prepares it for queries, which takes a busy machine a while. */
const FIRST_REPLY_MS = 5000
/** Frames that did not answer in time. */
const silent = new WeakSet<Frame>()

/** More frames are those of a page that adds them without end. */
const MAX_FRAMES = 50

/** Returns the frames besides the main one in which elements are looked for, those of other origins too. */
export async function searchedFrames(
  page: Page,
  mode: RenderOptions['frame_selection_mode'],
): Promise<Frame[]> {
  const inner = page.frames().filter((frame) => frame.parentFrame())
  const frames = inner.slice(0, MAX_FRAMES)
  if (mode === 'all' || frames.length === 0) return frames
  const hidden = new Set<Frame | null>()
  const isShown = await Promise.all(
    frames.map((frame) => askFrame(frame, () => hasVisibleArea(frame), false)),
  )
  // Parents come before their frames.
  return frames.filter((frame, at) => {
    const isVisible = isShown[at]! && !hidden.has(frame.parentFrame())
    if (!isVisible) hidden.add(frame)
    return isVisible
  })
}

/** Queries a frame; returns `otherwise` when the frame is removed or does not answer in time. */
export function askFrame<T>(frame: Frame, ask: () => Promise<T>, otherwise: T): Promise<T> {
  const timeoutMs = silent.has(frame) ? REPLY_MS : FIRST_REPLY_MS
  return withTimeout(
    ask().catch(() => otherwise),
    timeoutMs,
    () => {
      silent.add(frame)
      return otherwise
    },
  )
}

async function hasVisibleArea(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement()
  const [isVisible, box] = await Promise.all([element.isVisible(), element.boundingBox()])
  // Nobody can scroll to what lies before the start of the page.
  return isVisible && box !== null && box.x + box.width > 0
}
