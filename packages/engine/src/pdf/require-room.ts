import { RenderError } from '@render/errors'
import { MARGIN_PAIRS, noRoomBetween, sentPaper, type SentPaper } from '@render/options'
import type { PageContext } from '../page-context.ts'
import type { LayoutOptions } from './layout.ts'
import { paperOf, readOwnPaper, type OwnPaper } from './own-paper.ts'

/**
 * Requires that the margins leave room on the paper, where the options decide a part of these and the page the rest. The
 * browser would print such a page on its usual paper, without margins.
 * @throws {RenderError} `InvalidOptions`.
 */
export async function requireRoom(page: PageContext, options: LayoutOptions): Promise<void> {
  const sent = sentPaper(options)
  if (!sent.size && Object.keys(sent.margins).length === 0) return
  const own = await readOwnPaper(page)
  if (!own) return
  for (const rules of [own, ...own.special]) requireRoomFor(sent, rules)
}

function requireRoomFor(sent: SentPaper, own: OwnPaper): void {
  const { size, margins } = paperOf(sent, own)
  for (const pair of MARGIN_PAIRS) {
    const isOwn = !sent.size && pair.sides.every((side) => sent.margins[side] === undefined)
    const message = isOwn ? undefined : noRoomBetween(pair, size, margins)
    if (!message) continue
    const options = pair.sides.map((side) => `pdf_margin_${side}`)
    throw RenderError.forOption(options, `${message} The page's own rules decide what is not sent.`)
  }
}
