import { findArticle, type Article } from '../article/find-article.ts'
import { ELEMENT, type Element } from '../dom.ts'
import { absolute } from './copy-element.ts'
import { copyPage } from './copy-page.ts'
import type { PageView } from './page-view.ts'

const HEAD = 'meta[content], script[type="application/ld+json"], link[rel~="canonical" i][href]'
const MAX_IN_HEAD = 500

/** The page that is read, without relying on properties that its elements can hide. */
export interface Page {
  root: Element
  title: string
  lang?: string
  dir?: string
  querySelectorAll(selector: string): Iterable<Element>
}

/** The article of a page, with the language and direction of its text. */
export interface FoundArticle extends Article {
  lang?: string
  dir?: string
}

/** Finds the article of a page, or of an element of it. Returns 'too large' for more than can be read in a moment. */
export function findInPage(page: Page, view: PageView): FoundArticle | 'too large' | undefined {
  const { inert } = view
  inert.title = page.title.slice(0, 1000)
  for (const element of [...page.querySelectorAll(HEAD)].slice(0, MAX_IN_HEAD)) copyHead(element, view)
  if (!copyPage(page.root, view)) return 'too large'
  const article = findArticle(inert)
  return article && { ...article, lang: page.lang, dir: page.dir }
}

function copyHead(element: Element, { inert, baseUrl }: PageView): void {
  if (element.nodeType !== ELEMENT) return
  const copy = inert.createElement(element.localName)
  for (const name of ['name', 'property', 'content', 'type'])
    if (element.hasAttribute(name)) copy.setAttribute(name, element.getAttribute(name)!)
  if (element.localName === 'link') {
    copy.setAttribute('rel', 'canonical')
    copy.setAttribute('href', absolute(element.getAttribute('href')!, baseUrl))
  }
  if (element.localName === 'script') copy.textContent = element.textContent
  inert.head.append(copy)
}
