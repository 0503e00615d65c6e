import {
  attribute,
  contains,
  hostOf,
  markupOf,
  matches,
  nameOf,
  parentOf,
  rootOf,
  shownText,
  type PageElement,
} from '../dom.ts'
import type { Page } from '../page.ts'
import { cleanText } from '../values/text.ts'
import { readFirst, type Limited } from './limited.ts'

export interface Heading {
  /** 1 to 6. */
  level: number
  text: string
  id?: string
  /** Elements around it. */
  depth: number
  /** UTF-16 units before it in the markup of the document element; absent in shadow trees, which are not in the markup. */
  htmlOffset?: number
}

const SIGNS = /^[#¶§◆🔗⚓\u200B\s]*$/u
const MAX_HEADINGS = 2000
const MAX_DEPTH = 10_000

export function headingsOf({ document }: Page): Limited<Heading> {
  const offsets = offsetsIn(markupOf(rootOf(document)))
  return readFirst(document, 'h1, h2, h3, h4, h5, h6', MAX_HEADINGS, (element) => {
    const level = Number(nameOf(element).slice(1))
    const htmlOffset = contains(document, element) ? offsets.next(level) : undefined
    const id = attribute(element, 'id')
    return {
      level,
      text: cleanText(shownText(element, isTool)) ?? '',
      ...(id && { id }),
      depth: depthOf(element),
      ...(htmlOffset !== undefined && { htmlOffset }),
    }
  })
}

/** Returns whether an element is a link of a heading to itself, which shows a sign, or the links for editors of a wiki. */
function isTool(element: PageElement): boolean {
  if (matches(element, '.mw-editsection')) return true
  return matches(element, 'a[href*="#"]') && SIGNS.test(shownText(element))
}

function depthOf(element: PageElement): number {
  let depth = 0
  for (let each = aroundOf(element); each && depth < MAX_DEPTH; each = aroundOf(each)) depth += 1
  return depth
}

function aroundOf(element: PageElement): PageElement | undefined {
  return parentOf(element) ?? hostOf(element)
}

/** Finds headings in markup that the browser wrote, one after another. What is a comment or plain text there is passed over. */
function offsetsIn(markup: string) {
  const parts =
    /<!--[\s\S]*?-->|<(script|style|textarea|title|iframe|noembed|noframes|xmp|template)(?=[\s>])[^>]*>[\s\S]*?<\/\1>|<h([1-6])(?=[\s>])/gi
  return {
    next(level: number): number {
      for (let part = parts.exec(markup); part; part = parts.exec(markup))
        if (Number(part[2]) === level) return part.index
      return markup.length
    },
  }
}
