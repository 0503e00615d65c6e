import type { Block, ListItem } from '../document/document.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { find } from '../page/text-of.ts'

/** The signs of boxes to tick. */
const SIGN = /^([☐☑☒])[\uFE0E\uFE0F]?\s*/

/** Makes an item of its blocks: a task where a box to tick, or the sign of one with a text, is at the start. */
export function readTask(element: PageElement, blocks: Block[]): ListItem {
  const isTicked = tickOf(element)
  const [first, ...others] = blocks
  if (isTicked !== undefined || first?.type !== 'paragraph') return { isChecked: isTicked, children: blocks }
  const [start, ...rest] = first.children
  const [whole, sign] = (start?.type === 'text' && SIGN.exec(start.text)) || []
  if (start?.type !== 'text' || whole === undefined) return { children: blocks }
  const text = start.text.slice(whole.length)
  const children = text === '' ? rest : [{ ...start, text }, ...rest]
  if (children.length === 0) return { children: blocks }
  return { isChecked: sign !== '☐', children: [{ ...first, children }, ...others] }
}

/** Returns whether an element begins with a box to tick, and whether it is ticked. */
function tickOf(element: PageElement): boolean | undefined {
  const box = find(element, ({ name, attributes }) => name === 'input' && attributes.type === 'checkbox')
  if (!box || !isFirst(box, element)) return undefined
  return 'checked' in box.attributes
}

function isFirst(box: PageElement, element: PageElement): boolean {
  for (let each = box; each !== element && each.parent; each = each.parent) {
    if (['ul', 'ol', 'table'].includes(each.name)) return false
    const before = each.parent.children.slice(0, each.parent.children.indexOf(each))
    if (before.some((node) => (isElement(node) ? node.textLength > 0 : node.trim() !== ''))) return false
  }
  return true
}
