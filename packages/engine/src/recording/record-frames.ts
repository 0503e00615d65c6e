import type { Tab } from '../browser/tabs.ts'
import { movePage } from '../in-page/recording/prepare-scrolling.ts'
import { stepTo } from '../page-time/stepped-time.ts'
import { GRAIN_US, type VirtualClock } from '../page-time/virtual-clock.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { isDocumentGone } from '../protocol/errors.ts'
import type { Recording } from './recording.ts'

const SECOND_US = 1_000_000
/** The start of a video is rounded up to a multiple of this; it divides into steps. */
const START_US = 200_000

/**
 * Draws the frames of a video one by one, as fast as they are taken. The first shows the page at a multiple of `START_US` of its
 * time, so that it does not matter when exactly the page came to rest; each following one shows it 1/fps later.
 */
export async function* recordFrames(
  { world, clock }: Pick<Tab, 'world'> & { clock: VirtualClock },
  { fps, skipped, drawn, frames, positionAt }: Recording,
): AsyncGenerator<Buffer, void> {
  const startUs = Math.ceil((clock.now() + 1) / START_US) * START_US
  await stepTo(clock, startUs)
  let frame: Buffer | undefined
  for (let at = 0; at < skipped + drawn; at += 1) {
    if (positionAt) await move(world, positionAt((at * 1000) / fps))
    const time = startUs + Math.round((at * SECOND_US) / fps / GRAIN_US) * GRAIN_US
    if (at < skipped) await clock.frameAt(time)
    else {
      frame = await clock.capture(time)
      yield frame
    }
  }
  for (let at = drawn; at < frames; at += 1) yield frame!
}

async function move(world: Tab['world'], position: number): Promise<void> {
  try {
    await callInPage({ world }, movePage, position)
  } catch (error) {
    // The page has loaded another document, which stays at its top.
    if (!isDocumentGone(error)) throw error
  }
}
