import type { Block } from '../document/document.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { CLASS_NAMES } from '../page/class-names.ts'
import { classNamed, hasClass, isBlock, isHeading } from '../page/element-kinds.ts'
import { namesOf, targetOf } from '../page/places.ts'
import { closest, find, lineOf } from '../page/text-of.ts'
import type { Survey } from './survey.ts'

/** The footnotes of a page. */
export interface Footnotes {
  /** Returns the label that a link refers to. */
  referredBy(link: PageElement): string | undefined
  /** Returns the label of the note that an element holds. */
  heldBy(element: PageElement): string | undefined
  /** Returns whether an element has nothing but the label of the note after it. */
  isMark(element: PageElement): boolean
  /** Returns whether a link leads back to the text, and is in a note or has no word or number that would be lost. */
  leadsBack(link: PageElement): boolean
}

const HOLDERS = new Set(['li', 'p', 'div', 'aside', 'dd', 'table'])
const LABEL = /^[\p{L}\p{N}_*†‡-]{1,32}$/u
/** The text of a link to a note that is not marked as one. */
const SHORT_LABEL = /^[[(]?(?:\d{1,3}|\p{L}|[*†‡§]{1,3})[\])]?$/u
const REFERENCE = classNamed(CLASS_NAMES.footnoteReference)
const BACK = classNamed(CLASS_NAMES.footnoteBack)
const LONGEST_NOTE = 3000
const MAX_BACKS = 5
const LONGEST_MARK = 50

/** Finds the notes that are marked as such, and those that lead back to the short link in the text that leads to them. */
export function findFootnotes({ links, places, descriptions }: Survey): Footnotes {
  const targets = new Map(places.flatMap((place) => namesOf(place).map((name) => [name, place])))
  const leadingTo = Map.groupBy(links, targetOf)
  const labels = new Map<PageElement, string>()
  const used = new Set<string>()
  const referring = new Map<PageElement, string>()
  const origins = new Set<string>()
  const headings = new Map<PageElement, boolean>()
  const marks = new Set<PageElement>()
  for (const link of links) {
    const place = isBack(link) ? undefined : targets.get(targetOf(link))
    const mark = place && markOf(place, link)
    const holder = place && (mark ? descriptions.get(mark) : holderOf(place))
    if (!holder || isInside(link, holder) || !(isReference(link) || isAnswered(link, holder))) continue
    if (!labels.has(holder)) labels.set(holder, newLabel(lineOf(link)))
    if (mark) marks.add(mark)
    referring.set(link, labels.get(holder)!)
    for (const name of originsOf(link)) origins.add(name)
  }
  return {
    referredBy: (link) => referring.get(link),
    heldBy: (element) => labels.get(element),
    isMark: (element) => marks.has(element),
    leadsBack: (link) => isBack(link) && (isInNote(link) || !/[\p{L}\p{N}]/u.test(lineOf(link))),
  }

  function isBack(link: PageElement): boolean {
    return isMarkedBack(link) || (origins.has(targetOf(link)) && isInNote(link))
  }

  function isAnswered(link: PageElement, holder: PageElement): boolean {
    if (!SHORT_LABEL.test(lineOf(link)) || holder.textLength > LONGEST_NOTE) return false
    const backs = originsOf(link).flatMap((name) => leadingTo.get(name)?.slice(0, MAX_BACKS) ?? [])
    return backs.some((back) => isInside(back, holder)) && !hasHeading(holder)
  }

  function hasHeading(holder: PageElement): boolean {
    if (!headings.has(holder)) headings.set(holder, find(holder, isHeading) !== undefined)
    return headings.get(holder)!
  }

  function isInNote(link: PageElement): boolean {
    return closest(link.parent, (each) => labels.has(each)) !== undefined
  }

  function newLabel(text: string): string {
    const bare = bareLabel(text)
    let label = LABEL.test(bare) ? bare : String(used.size + 1)
    for (let next = used.size + 1; used.has(label); next += 1) label = `n${next}`
    used.add(label)
    return label
  }
}

/** Removes what is left of the mark at the start of a note without its link back. */
export function withoutMark(blocks: Block[]): Block[] {
  const [first, ...others] = blocks
  if (first?.type !== 'paragraph') return blocks
  const [start, ...rest] = first.children
  if (start?.type !== 'text') return blocks
  const text = start.text.replace(/^(?:\s*(?:\[\s*\]|\(\s*\)|[\])^.:]))+\s*/, '')
  const children = text === '' ? rest : [{ ...start, text }, ...rest]
  return children.length > 0 ? [{ ...first, children }, ...others] : others
}

/** Lists the places that a link stands at. */
function originsOf(link: PageElement): string[] {
  const inside = link.children.filter(isElement)
  const around = link.parent && !isBlock(link.parent) ? [link.parent] : []
  return [link, ...around, ...inside].flatMap(namesOf)
}

/** Returns the block around a place, if it can be a note. */
function holderOf(place: PageElement): PageElement | undefined {
  const block = closest(place, isBlock)
  return block && HOLDERS.has(block.name) ? block : undefined
}

/** Returns a place that is a term with nothing but the label of a note, as the notes of older docutils have it. */
function markOf(place: PageElement, link: PageElement): PageElement | undefined {
  if (place.name !== 'dt' || place.textLength > LONGEST_MARK) return undefined
  const label = bareLabel(lineOf(link))
  // A note that is referred to several times has a number for each way back.
  const own = bareLabel(ownTextOf(place)).replaceAll(',', '')
  return bareLabel(lineOf(place)) === label || own === label ? place : undefined
}

/** Returns the text of an element without that of its links. */
function ownTextOf({ children }: PageElement): string {
  const texts = children.map((child) =>
    isElement(child) ? (child.name === 'a' ? '' : ownTextOf(child)) : child,
  )
  return texts.join('')
}

function bareLabel(text: string): string {
  return text.replaceAll(/[[\]()\s]/g, '')
}

function isReference(link: PageElement): boolean {
  const { attributes, parent } = link
  if ('data-footnote-ref' in attributes || attributes.role === 'doc-noteref') return true
  return (
    [link, ...(parent?.name === 'sup' ? [parent] : [])].some((each) => hasClass(each, REFERENCE)) &&
    (parent?.name === 'sup' || hasClass(link, /footnote/))
  )
}

function isMarkedBack(link: PageElement): boolean {
  const { attributes } = link
  return 'data-footnote-backref' in attributes || attributes.role === 'doc-backlink' || hasClass(link, BACK)
}

function isInside(element: PageElement, holder: PageElement): boolean {
  return closest(element.parent, (each) => each === holder) !== undefined
}
