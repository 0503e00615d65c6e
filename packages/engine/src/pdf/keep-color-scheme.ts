import { pinColorScheme } from '../in-page/printing/pin-color-scheme.ts'
import type { PageContext } from '../page-context.ts'
import { callInFrame } from '../protocol/call-in-page.ts'
import { inEveryFrame } from '../protocol/frames.ts'

/** Keeps the emulated dark colour scheme for the print, where the page supports it. */
export async function keepColorScheme(
  page: PageContext,
  { dark_mode }: { dark_mode: boolean },
): Promise<void> {
  if (dark_mode) await inEveryFrame(page, (frame) => callInFrame(frame, pinColorScheme))
}
