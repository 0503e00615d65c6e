import type { Document, Element } from '../dom.ts'
import { chooseContent } from './candidates.ts'
import { readFacts } from './facts.ts'
import { removeBoilerplate } from './boilerplate.ts'
import { isArticle, isIndex, LEAST_SAID } from './judge.ts'
import { restoreLead } from './lead.ts'
import { removeLinkLists } from './link-lists.ts'
import { removeLines } from './lines.ts'
import { sanitise } from './sanitise.ts'
import { removeSections } from './sections.ts'

/** The article of a page. */
export interface Article {
  title: string
  byline?: string
  content: Element
}

/** Finds the article in a copy of a page, which is changed; returns undefined where there is none. */
export function findArticle(doc: Document): Article | undefined {
  const { title, byline, ...facts } = readFacts(doc)
  removeBoilerplate(doc.body, title)
  const chosen = chooseContent(doc, facts.body)
  if (!chosen) return undefined
  const content = doc.createElement('div')
  content.append(...chosen.childNodes)
  removeSections(content)
  removeLinkLists(content)
  removeLines(content, { title, byline })
  const isSaid = facts.isArticle
  if (!isArticle(content, isSaid ? LEAST_SAID : undefined)) return undefined
  if (!isSaid && isIndex(doc.body, content)) return undefined
  restoreLead(doc, content, title)
  sanitise(content)
  return { title, byline, content }
}
