import type { PageElement } from '../page/page-tree.ts'
import { hasClass } from '../page/element-kinds.ts'
import { lineOf } from '../page/text-of.ts'
import type { Survey } from './survey.ts'

/** The footnotes that a page marks as such. */
export interface Footnotes {
  /** Returns the label that a link refers to. */
  referredBy(link: PageElement): string | undefined
  /** Returns the label of the note that an element holds. */
  heldBy(element: PageElement): string | undefined
  /** Returns whether a link leads from a note back to the text. */
  leadsBack(link: PageElement): boolean
}

const HOLDERS = new Set(['li', 'p', 'div', 'aside', 'dd'])
const LABEL = /^[\p{L}\p{N}_*†‡-]{1,32}$/u

export function findFootnotes({ links, places }: Survey): Footnotes {
  const references = links.filter(isReference)
  const targets = new Map<string, PageElement>()
  if (references.length > 0)
    for (const place of places) if (HOLDERS.has(place.name)) targets.set(place.attributes.id!, place)
  const labels = new Map<PageElement, string>()
  const used = new Set<string>()
  const referring = new Map<PageElement, string>()
  for (const link of references) {
    const holder = targets.get(targetOf(link))
    if (!holder || isInside(link, holder)) continue
    if (!labels.has(holder)) labels.set(holder, newLabel(lineOf(link)))
    referring.set(link, labels.get(holder)!)
  }
  return {
    referredBy: (link) => referring.get(link),
    heldBy: (element) => labels.get(element),
    leadsBack,
  }

  function newLabel(text: string): string {
    const bare = text.replaceAll(/[[\]()\s]/g, '')
    let label = LABEL.test(bare) ? bare : String(used.size + 1)
    for (let next = used.size + 1; used.has(label); next += 1) label = `n${next}`
    used.add(label)
    return label
  }
}

function targetOf({ attributes }: PageElement): string {
  const id = attributes.href!.slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function isReference(link: PageElement): boolean {
  const { attributes, parent } = link
  if (leadsBack(link)) return false
  if ('data-footnote-ref' in attributes || attributes.role === 'doc-noteref') return true
  return (
    [link, ...(parent?.name === 'sup' ? [parent] : [])].some((each) =>
      hasClass(each, /^(?:footnote|footnote-?ref(?:erence)?|reference)$/),
    ) &&
    (parent?.name === 'sup' || hasClass(link, /footnote/))
  )
}

function leadsBack(link: PageElement): boolean {
  const { attributes } = link
  return (
    'data-footnote-backref' in attributes ||
    attributes.role === 'doc-backlink' ||
    hasClass(link, /^(?:footnote-?back(?:ref|link)|reversefootnote|fn-backref)$/)
  )
}

function isInside(element: PageElement, holder: PageElement): boolean {
  for (let each = element.parent; each; each = each.parent) if (each === holder) return true
  return false
}
