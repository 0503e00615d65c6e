import type { CDPSession } from 'playwright-core'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { addStyle, removeStyle } from '../../in-page/styling/add-style.ts'
import { stage } from '../../stage.ts'

/** Sets the background colour of a page that declares no background itself, and takes it back once the page has one. */
export const paintBackground = stage({
  name: 'paint-background',
  phase: 'prepare',
  owns: ['bg_color'],
  direct: true,
  async run(ctx, { bg_color }) {
    if (bg_color === undefined) return
    const { session } = ctx.tab
    const style = `:where(:root) { background-color: ${bg_color}; transition: none !important }`
    await callAcrossNavigation(ctx, removeStyle, style)
    if (await evaluateAcrossNavigation(ctx, () => hasOwnBackground(session))) return
    await callAcrossNavigation(ctx, addStyle, style)
  },
})

/** Returns whether a rule, style or attribute of the page sets its background; the computed style does not say. */
async function hasOwnBackground(session: CDPSession): Promise<boolean> {
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 1 })
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: ':root, :root > body',
  })
  const matched = await Promise.all(
    nodeIds.map((nodeId) => session.send('CSS.getMatchedStylesForNode', { nodeId })),
  )
  await session.send('CSS.disable')
  await session.send('DOM.disable')
  return matched
    .flatMap(({ inlineStyle, attributesStyle, matchedCSSRules = [] }) => [
      inlineStyle,
      attributesStyle,
      ...matchedCSSRules.map(({ rule }) => (rule.origin === 'user-agent' ? undefined : rule.style)),
    ])
    .flatMap((style) => style?.cssProperties ?? [])
    .some(
      ({ name, disabled, parsedOk }) =>
        (name === 'background-color' || name === 'background-image') && !disabled && parsedOk !== false,
    )
}
