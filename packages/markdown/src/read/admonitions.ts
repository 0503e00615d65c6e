import type { Block } from '../document/document.ts'
import { CLASS_NAMES } from '../page/class-names.ts'
import { classNamed, hasClass, isHeading } from '../page/element-kinds.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { find, findAll } from '../page/text-of.ts'
import { isBlankText } from './collapse.ts'
import { emboldened } from './lists.ts'
import type { BlockRule } from './reader.ts'

const ADMONITION = classNamed(`${CLASS_NAMES.note}|${CLASS_NAMES.noteOrBox}`)
const DOCBOOK = classNamed(CLASS_NAMES.docBookNote)
const DOCBOOK_TITLE = classNamed(CLASS_NAMES.docBookTitle)
const ARRANGED = classNamed('admonitionblock')
const TITLE = /(?:^|[-_\s])(?:title|heading|header|label)(?:$|[-_\s])|[a-z](?:Title|Heading)(?![a-z])/

export function isAdmonition(element: PageElement): boolean {
  const isNote = hasClass(element, ADMONITION) || isMarkedNote(element) || isDocBookNote(element)
  return isNote && !find(element, ({ name }) => name === 'h1' || name === 'h2')
}

/** A note of one line may be any remark, as those below the headings of Wikipedia, which name the main article. */
function isMarkedNote({ attributes, children }: PageElement): boolean {
  return attributes.role === 'note' && children.some((child) => isElement(child) && child.hasBlock)
}

/** Returns whether a box begins with a heading of its class, or is a table of an icon, a title and a content. */
function isDocBookNote(element: PageElement): boolean {
  if (!hasClass(element, DOCBOOK)) return false
  const first = element.children.find(isElement)
  return (first?.name === 'h3' && hasClass(first, DOCBOOK_TITLE)) || cellsOf(element) !== undefined
}

/** A note is a quotation that begins with its title in bold. */
export const readAdmonition: BlockRule = (element, reader) => {
  const cells = cellsOf(element)
  if (cells) {
    const content = reader.blocks(cells.content.children)
    return [{ type: 'quote', children: [...emboldened([cells.title], reader), ...content] }]
  }
  const nodes = element.children.filter((child) => isElement(child) || !isBlankText(child))
  const [first, ...others] = nodes
  const hasTitle = first !== undefined && isElement(first) && hasClass(first, TITLE)
  const content: Block[] = hasTitle
    ? [...emboldened(isHeading(first) ? first.children : [first], reader), ...reader.blocks(others)]
    : reader.blocks(nodes)
  return content.length === 0 ? [] : [{ type: 'quote', children: content }]
}

/** Returns the title and the content of a note that AsciiDoc or DocBook arranges by a table. */
function cellsOf(element: PageElement): { title: PageNode; content: PageElement } | undefined {
  const cells = findAll(element, ({ name }) => name === 'td' || name === 'th')
  const [icon, second, third] = cells
  if (hasClass(element, ARRANGED))
    return icon && second && cells.length === 2 ? { title: titleOfIcon(icon), content: second } : undefined
  const isDocBook = cells.length === 3 && icon!.attributes.rowspan === '2' && second!.name === 'th'
  return isDocBook && icon!.textLength === 0 ? { title: second!, content: third! } : undefined
}

function titleOfIcon(cell: PageElement): PageNode {
  if (cell.textLength > 0) return cell
  const icon = find(cell, ({ attributes }) => (attributes.title ?? attributes.alt) !== undefined)
  return icon?.attributes.title ?? icon?.attributes.alt ?? ''
}
