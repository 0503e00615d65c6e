import type { CDPSession } from 'playwright-core'
import { askDocument } from '../../browser/ask-document.ts'
import { addStyle } from '../../in-page/add-style.ts'
import { stage } from '../../stage.ts'

/** Paints what lies behind the page, unless the page says itself what does, be it that nothing does. */
export const paintBackground = stage({
  name: 'paint-background',
  phase: 'prepare',
  owns: ['bg_color'],
  async run(work, { bg_color }) {
    if (bg_color === undefined) return
    const { page, session } = work.tab
    if (await askDocument(work, () => hasOwnBackground(session))) return
    const style = `:root { background-color: ${bg_color} !important; transition: none !important }`
    await askDocument(work, () => page.evaluate(addStyle, style))
  },
})

/** Whether a rule, style or attribute of the page is about its background; what the browser computes does not tell. */
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
