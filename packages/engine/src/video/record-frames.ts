import type { Tab } from '../browser/tab.ts'
import { movePage } from '../in-page/recording/prepare-scrolling.ts'
import { stepTo } from '../page-time/stepped-time.ts'
import { GRAIN_US, type VirtualClock } from '../page-time/virtual-clock.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { isDocumentGone } from '../protocol/errors.ts'
import { REFRESH_HZ, type Recording } from './recording.ts'

const SECOND_US = 1_000_000
/** The start of a video is rounded up to a multiple of this; it divides into steps. */
const START_US = 200_000

/**
 * Paints the frames of a video one by one, as fast as they are taken. The first shows the page at a multiple of `START_US` of its
 * time, so that it does not matter when exactly the page came to rest; each following one shows it 1/fps later. Between them the
 * page has the animation frames that it would have on a display.
 */
export async function* recordFrames(
  { world, clock }: Pick<Tab, 'world'> & { clock: VirtualClock },
  { fps, skipped, painted, frames, positionAt }: Recording,
): AsyncGenerator<Buffer, void> {
  const startUs = Math.ceil((clock.now() + 1) / START_US) * START_US
  await stepTo(clock, startUs)
  const timeOf = (at: number): number => startUs + Math.round((at * SECOND_US) / fps / GRAIN_US) * GRAIN_US
  const refreshesAt = (at: number): number => Math.round((at * REFRESH_HZ) / fps)
  let frame: Buffer | undefined
  for (let at = 0; at < skipped + painted; at += 1) {
    const isSkipped = at < skipped
    const refreshes = at === 0 ? 1 : refreshesAt(at) - refreshesAt(at - 1)
    for (let left = refreshes - 1; left > 0; left -= 1) {
      const time = timeOf(at - left / refreshes)
      // Only the capture needs the page to be painted before.
      await (isSkipped || left > 1 ? clock.frameAt(time) : clock.paintAt(time))
    }
    if (positionAt) await move(world, positionAt((at * 1000) / fps))
    if (isSkipped) await clock.frameAt(timeOf(at))
    else {
      frame = await clock.capture(timeOf(at))
      yield frame
    }
  }
  for (let at = painted; at < frames; at += 1) yield frame!
}

async function move(world: Tab['world'], position: number): Promise<void> {
  try {
    await callInPage({ world }, movePage, position)
  } catch (error) {
    // The page has loaded another document, which stays at its top.
    if (!isDocumentGone(error)) throw error
  }
}
