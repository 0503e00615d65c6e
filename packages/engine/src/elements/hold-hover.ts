import type { CDPSession } from 'playwright-core'
import { countHovered } from '../in-page/finding/count-hovered.ts'
import type { PageContext } from '../page-context.ts'
import { callInFrame } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { inEveryFrame } from '../protocol/frames.ts'

/** The browser describes each child of what is hovered: of more than these, that takes too long. */
const MAX_CHILDREN = 10_000

/**
 * Keeps what is under the pointer in its `:hover` state when the page is scrolled, which moves it away from under the pointer:
 * also in open shadow trees, and in frames of the page's own process. The state ends with the session, which ends with the page.
 */
export async function holdHover(ctx: PageContext): Promise<void> {
  let children = 0
  await inEveryFrame(ctx, async (frame) => {
    const found = await callInFrame(frame, countHovered)
    children += found ?? 0
  })
  if (children > MAX_CHILDREN) return
  const { context, page } = ctx.tab
  const session = await context.newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await evaluateAcrossNavigation(ctx, async () => {
    const { root } = await session.send('DOM.getDocument', { depth: 1 })
    await holdIn(session, root.nodeId)
  })
}

/** Holds the state in a document or a shadow tree, and in those inside of what is hovered. */
async function holdIn(session: CDPSession, nodeId: number): Promise<void> {
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId, selector: ':hover' })
  const hold = async (hovered: number): Promise<void> => {
    await session.send('CSS.forcePseudoState', { nodeId: hovered, forcedPseudoClasses: ['hover'] })
    const { node } = await session.send('DOM.describeNode', { nodeId: hovered, depth: 0 })
    const open = node.shadowRoots?.filter(({ shadowRootType }) => shadowRootType === 'open') ?? []
    const backendNodeIds = [...open, node.contentDocument].flatMap((inner) => inner?.backendNodeId ?? [])
    if (backendNodeIds.length === 0) return
    const inner = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds })
    await Promise.all(inner.nodeIds.map((each) => holdIn(session, each)))
  }
  // The page may have replaced some in between.
  await Promise.allSettled(nodeIds.map(hold))
}
