import type { Element } from '../dom.ts'
import { inWords, isNamedByHeading } from './names.ts'
import { bare, REPLY } from './phrases.ts'
import { textOf } from './text.ts'

/** Names that systems of comments give their parts. */
const COMMENTS = /\b(?:comments?|commenters?|commentlist|repl(?:y|ies)|respond|disqus|giscus|utterances)\b/
const AGO =
  /^.{0,40}\b\d+\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|mo|months?|y|yrs?|years?) ago\b/i

/** Returns whether a part of a page shows that readers write in it: by its names, or by several times or links to reply. */
export function hasComments(part: Element[], heading: Element): boolean {
  const inside = part.flatMap((each) => [each, ...each.querySelectorAll('*')])
  const isNamed = inside.some((each) => each !== heading && isNamedComment(each))
  const count = (test: (element: Element) => boolean) => inside.filter(test).length
  return isNamed || count(isTime) > 1 || count(isReply) > 1
}

function isNamedComment(element: Element): boolean {
  // Highlighters name parts of code comments.
  if (element.matches('span, code') || element.closest('pre, code')) return false
  const classes = (element.getAttribute('class') ?? '').split(/\s+/).map(inWords)
  const id = isNamedByHeading(element) ? '' : inWords(element.id)
  return [...classes, id].some((name) => COMMENTS.test(name))
}

function isTime(element: Element): boolean {
  if (/^(?:time|relative-time)$/.test(element.localName)) return true
  return element.children.length === 0 && textOf(element).length < 60 && AGO.test(textOf(element))
}

function isReply(element: Element): boolean {
  return element.localName === 'a' && REPLY.test(bare(textOf(element)))
}
