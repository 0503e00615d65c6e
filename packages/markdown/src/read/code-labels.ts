import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { find } from '../page/text-of.ts'
import { BUTTONS, languageOf, wrappersOf } from './code.ts'
import { isSameLanguage } from './languages.ts'

const LONGEST_NAME = 24
/** Elements whose text is content even where it names a language. */
const CONTENT = /^(?:h[1-6]|p|pre|li|dt|dd|summary|table|blockquote)$/

/** Returns whether the node at an index only names the language of the code directly after it. */
export function isLanguageLabel(nodes: readonly PageNode[], index: number): boolean {
  const label = nodes[index]!
  if (!isElement(label) || CONTENT.test(label.name) || BUTTONS.has(label.name)) return false
  if (label.textLength === 0 || label.textLength > 2 * LONGEST_NAME) return false
  let at = index + 1
  while (at < nodes.length && isBetween(nodes[at]!)) at += 1
  const next = nodes[at]
  if (next === undefined || !isElement(next)) return false
  const code = next.name === 'pre' ? next : find(next, ({ name }) => name === 'pre')
  if (!code || !wrappersOf(code).includes(label.parent!)) return false
  const name = nameIn(label)
  return name !== undefined && isSameLanguage(name, languageOf(code))
}

function isBetween(node: PageNode): boolean {
  return isElement(node) ? BUTTONS.has(node.name) || node.textLength === 0 : node.trim() === ''
}

/** Returns the text of a label without buttons; undefined when it has content of another kind. */
function nameIn(label: PageElement): string | undefined {
  if (find(label, ({ name }) => CONTENT.test(name))) return undefined
  const parts: string[] = []
  const collect = ({ children }: PageElement): void => {
    for (const child of children)
      if (!isElement(child)) parts.push(child)
      else if (!BUTTONS.has(child.name)) collect(child)
  }
  collect(label)
  const name = parts.join('').trim()
  return name === '' || name.length > LONGEST_NAME ? undefined : name
}
