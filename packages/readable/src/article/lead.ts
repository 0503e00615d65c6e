import type { Document, Element } from '../dom.ts'
import { isSame } from './facts.ts'
import { isSiteLine } from './lines.ts'
import { leavesOf, linkShare, textOf } from './text.ts'

const STANDFIRST =
  /\b(?:stand-?first|sub-?(?:title|head(?:line|ing)?|deck)|deck|dek|lede?|lead(?:-text)?|intro(?:duction)?|summary|excerpt|abstract|chapo|vorspann|description|tagline)\b/i

/**
 * Puts the sentence and the picture that sites have between title and text back before the text, and the paragraphs after that
 * sentence, where something lies between the two parts of a text.
 */
export function restoreLead(doc: Document, content: Element, title: string): void {
  const heading = [...doc.querySelectorAll('h1, h2')].find((each) => isSame(textOf(each), title))
  const text = textOf(content)
  const start = startOf(doc, text)
  if (!heading || !start) return
  const all = [...doc.querySelectorAll('*')]
  const between = new Set(all.slice(all.indexOf(heading) + 1, all.indexOf(start)))
  const isBetween = (each: Element) => between.has(each) && !each.contains(start) && !heading.contains(each)
  const picture = leadPicture(doc, content, isBetween)
  const isLead = (each: Element): boolean => {
    const own = textOf(each)
    return isBetween(each) && isStandfirst(each) && !text.includes(own) && !isSiteLine(each, own)
  }
  const sentence = leavesOf(doc.body).find(isLead)
  if (picture) content.prepend(picture.cloneNode(true) as Element)
  const lead: Element[] = []
  for (let each = sentence; each && isLead(each) && (each === sentence || each.localName === 'p');) {
    const copy = doc.createElement('p')
    copy.innerHTML = each.innerHTML
    lead.push(copy)
    each = each.nextElementSibling ?? undefined
  }
  content.prepend(...lead)
}

/** Returns the first block of the page that begins the text. */
function startOf(doc: Document, text: string): Element | undefined {
  return leavesOf(doc.body).find((each) => {
    const own = textOf(each)
    return own.length > 60 && text.includes(own) && text.indexOf(own) < 1500
  })
}

function isStandfirst(leaf: Element): boolean {
  const text = textOf(leaf)
  if (text.length < 30 || text.length > 700 || linkShare(leaf) > 0.3) return false
  const box = leaf.parentElement
  const names = [leaf, box].map((each) => `${each?.getAttribute('class') ?? ''} ${each?.id ?? ''}`).join(' ')
  if (/\b(?:caption|credit|meta|byline|author|date|tag)/i.test(names)) return false
  return (
    STANDFIRST.test(names.replaceAll('_', ' ')) ||
    (/^(?:p|h2)$/.test(leaf.localName) && /[.!?。！？]["”»]?$/.test(text))
  )
}

/** Returns the picture between title and text, with its caption, when the text has none near its beginning. */
function leadPicture(
  doc: Document,
  content: Element,
  isBetween: (element: Element) => boolean,
): Element | undefined {
  const shown = new Set([...content.querySelectorAll('img')].map(nameOf))
  return [...doc.querySelectorAll('figure, img')].find((each) => {
    const image = each.localName === 'img' ? each : each.querySelector('img')
    if (!image || !isBetween(each) || shown.has(nameOf(image))) return false
    const width = Number(image.getAttribute('width') ?? 600)
    return width >= 300 && !/\b(?:avatar|logo|icon|author|profile)\b/i.test(image.getAttribute('class') ?? '')
  })
}

/** Returns the address without what sizes it. */
function nameOf(image: Element): string {
  return (image.getAttribute('src') ?? '').replace(/[?#].*$/, '').replace(/-\d+x\d+(?=\.\w+$)/, '')
}
