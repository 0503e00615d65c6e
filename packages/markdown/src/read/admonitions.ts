import type { Block } from '../document/document.ts'
import { classNamed, hasClass } from '../page/element-kinds.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { find } from '../page/text-of.ts'
import { isBlankText } from './collapse.ts'
import { emboldened } from './lists.ts'
import type { BlockRule } from './reader.ts'

/** How systems of documentation call the boxes of notes and warnings. */
const ADMONITION = classNamed('admonition|markdown-alert|callout|custom-block|starlight-aside|notecard')
const TITLE = /(?:^|[-_\s])(?:title|heading|header|label)(?:$|[-_\s])|[a-z](?:Title|Heading)(?![a-z])/

export function isAdmonition(element: PageElement): boolean {
  return hasClass(element, ADMONITION) && !find(element, ({ name }) => name === 'h1' || name === 'h2')
}

/** A note is a quotation that begins with its title in bold. */
export const readAdmonition: BlockRule = ({ children }, reader) => {
  const nodes = children.filter((child) => isElement(child) || !isBlankText(child))
  const [first, ...others] = nodes
  const hasTitle = first !== undefined && isElement(first) && hasClass(first, TITLE)
  const content: Block[] = hasTitle
    ? [...emboldened([first], reader), ...reader.blocks(others)]
    : reader.blocks(nodes)
  return content.length === 0 ? [] : [{ type: 'quote', children: content }]
}
