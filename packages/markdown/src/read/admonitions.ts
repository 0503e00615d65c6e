import type { Block } from '../document/document.ts'
import { classNamed, hasClass } from '../page/element-kinds.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { find, findAll } from '../page/text-of.ts'
import { isBlankText } from './collapse.ts'
import { emboldened } from './lists.ts'
import type { BlockRule } from './reader.ts'

/** How systems of documentation call the boxes of notes and warnings. */
const ADMONITION = classNamed(
  'admonition|theme-admonition|admonitionblock|markdown-alert|callout|nextra-callout|custom-block|custom-container|hint-container|starlight-aside|notecard',
)
const ARRANGED = classNamed('admonitionblock')
const TITLE = /(?:^|[-_\s])(?:title|heading|header|label)(?:$|[-_\s])|[a-z](?:Title|Heading)(?![a-z])/

export function isAdmonition(element: PageElement): boolean {
  const isNote = hasClass(element, ADMONITION) || isMarkedNote(element)
  return isNote && !find(element, ({ name }) => name === 'h1' || name === 'h2')
}

/** A note of one line may be any remark, as those below the headings of Wikipedia, which name the main article. */
function isMarkedNote({ attributes, children }: PageElement): boolean {
  return attributes.role === 'note' && children.some((child) => isElement(child) && child.hasBlock)
}

/** A note is a quotation that begins with its title in bold. */
export const readAdmonition: BlockRule = (element, reader) => {
  const cells = cellsOf(element)
  if (cells) {
    const title = titleOfIcon(cells[0])
    const content = reader.blocks(cells[1].children)
    return [{ type: 'quote', children: [...emboldened([title], reader), ...content] }]
  }
  const nodes = element.children.filter((child) => isElement(child) || !isBlankText(child))
  const [first, ...others] = nodes
  const hasTitle = first !== undefined && isElement(first) && hasClass(first, TITLE)
  const content: Block[] = hasTitle
    ? [...emboldened([first], reader), ...reader.blocks(others)]
    : reader.blocks(nodes)
  return content.length === 0 ? [] : [{ type: 'quote', children: content }]
}

/** Returns the icon and the content of a note that AsciiDoc arranges by a table. */
function cellsOf(element: PageElement): [PageElement, PageElement] | undefined {
  if (!hasClass(element, ARRANGED)) return undefined
  const [icon, content, ...more] = findAll(element, ({ name }) => name === 'td')
  return icon && content && more.length === 0 ? [icon, content] : undefined
}

function titleOfIcon(cell: PageElement): PageNode {
  if (cell.textLength > 0) return cell
  const icon = find(cell, ({ attributes }) => (attributes.title ?? attributes.alt) !== undefined)
  return icon?.attributes.title ?? icon?.attributes.alt ?? ''
}
