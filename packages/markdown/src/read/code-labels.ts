import { classNamed, hasClass } from '../page/element-kinds.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { find } from '../page/text-of.ts'
import { BUTTONS, languageOf, wrappersOf } from './code.ts'
import { isSameLanguage } from './languages.ts'

const LONGEST_NAME = 24
/** Elements whose text is content even where it names a language. */
const CONTENT = /^(?:h[1-6]|p|pre|li|dt|dd|summary|table|blockquote|figcaption)$/

/** How sites call the names of languages, and the lines of them above code. */
const LABEL = classNamed('lang(?:uage)?(?:-(?:name|label))?|code-?(?:header|lang(?:uage)?)', 'i')

/** Returns whether the node at an index only names the language of the code directly after or before it. */
export function isLanguageLabel(nodes: readonly PageNode[], index: number): boolean {
  const label = nodes[index]!
  if (!isElement(label) || CONTENT.test(label.name) || BUTTONS.has(label.name)) return false
  if (label.textLength === 0 || label.textLength > 2 * LONGEST_NAME) return false
  const after = codeIn(neighbourOf(nodes, index, 1))
  if (after) return isOfCode(label, after, isMarkedLabel(label))
  const before = codeIn(neighbourOf(nodes, index, -1))
  return before !== undefined && isOfCode(label, before, false)
}

function neighbourOf(nodes: readonly PageNode[], index: number, step: number): PageNode | undefined {
  let at = index + step
  while (nodes[at] !== undefined && isBetween(nodes[at]!)) at += step
  return nodes[at]
}

interface Beside {
  node: PageElement
  code: PageElement
}

function codeIn(node: PageNode | undefined): Beside | undefined {
  if (node === undefined || !isElement(node)) return undefined
  const code = node.name === 'pre' ? node : find(node, ({ name }) => name === 'pre')
  return code && { node, code }
}

/** Returns whether a label names the language of the code beside it; with little else around both unless the label is marked. */
function isOfCode(label: PageElement, { node, code }: Beside, isMarked: boolean): boolean {
  const wrappers = wrappersOf(code)
  const isAtCode = node === code || wrappers.includes(node)
  if (!(isMarked && isAtCode) && !wrappers.includes(label.parent!)) return false
  const name = nameIn(label)
  return name !== undefined && isSameLanguage(name, languageOf(code))
}

function isMarkedLabel(label: PageElement): boolean {
  return hasClass(label, LABEL) || find(label, ({ name }) => BUTTONS.has(name)) !== undefined
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
