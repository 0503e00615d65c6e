import type { PageContext } from '../page-context.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'

/**
 * Keeps what is under the pointer in its `:hover` state when the page is scrolled, which moves it away from under the pointer.
 * Elements of the page's own document only. The state ends with the session, which ends with the page.
 */
export async function holdHover(ctx: PageContext): Promise<void> {
  const { context, page } = ctx.tab
  const session = await context.newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await evaluateAcrossNavigation(ctx, async () => {
    const { root } = await session.send('DOM.getDocument', { depth: 1 })
    const { nodeId } = root
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId, selector: ':hover' })
    const hold = (hovered: number) =>
      session.send('CSS.forcePseudoState', { nodeId: hovered, forcedPseudoClasses: ['hover'] })
    await Promise.all(nodeIds.map(hold))
  })
}
