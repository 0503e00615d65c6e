import type { PageContext } from '../page-context.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { countElements, named } from './match-elements.ts'

/** The browser describes each child of what is hovered: of more than these, that takes too long. */
const MAX_CHILDREN = 10_000

/**
 * Keeps what is under the pointer in its `:hover` state when the page is scrolled, which moves it away from under the pointer.
 * Elements of the page's own document only. The state ends with the session, which ends with the page.
 */
export async function holdHover(ctx: PageContext): Promise<void> {
  if ((await countElements(ctx, named('hover', ':hover > *'))) > MAX_CHILDREN) return
  const { context, page } = ctx.tab
  const session = await context.newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await evaluateAcrossNavigation(ctx, async () => {
    const { root } = await session.send('DOM.getDocument', { depth: 1 })
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: ':hover',
    })
    const hold = (hovered: number) =>
      session.send('CSS.forcePseudoState', { nodeId: hovered, forcedPseudoClasses: ['hover'] })
    // The page may have replaced some in between.
    await Promise.allSettled(nodeIds.map(hold))
  })
}
