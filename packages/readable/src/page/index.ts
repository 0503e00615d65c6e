// What is bundled for the isolated world of a page.
import type { Document, Element } from '../dom.ts'
import { findInPage, type FoundArticle } from './find-in-page.ts'
import { getterOf } from './getter-of.ts'
import type { Style } from './page-view.ts'
import { showArticle, type StyledView } from './show-article.ts'

interface View extends StyledView {
  readonly Document: { prototype: Pick<Document, 'querySelectorAll'> }
  readonly DOMParser: new () => { parseFromString(text: string, type: string): Document }
  getComputedStyle(element: Element): Style & { direction: string }
  foundArticle?: FoundArticle
}

const view = globalThis as unknown as View
const EMPTY = '<!DOCTYPE html><html><head></head><body></body></html>'

/** Whether a page, or an element of it, has an article. */
export type Finding = 'found' | 'nothing' | 'too large'

/** Finds the article of the page, or of one of its elements, and keeps it for `show`. */
export function find(element: Element | undefined, hasScripts: boolean): Finding {
  const { document } = view
  const inert = new view.DOMParser().parseFromString(EMPTY, 'text/html')
  const read = (name: string) => getterOf(inert, name)(document)
  const root = element ?? (read('body') as Element | null)
  if (!root || !/\bx?html\b/.test(String(read('contentType')))) return 'nothing'
  const page = {
    root,
    title: String(read('title')),
    lang: root.closest('[lang]')?.getAttribute('lang') ?? undefined,
    dir: view.getComputedStyle(root).direction === 'rtl' ? 'rtl' : undefined,
    querySelectorAll: (selector: string) => view.Document.prototype.querySelectorAll.call(document, selector),
  }
  const styleOf = (each: Element) => view.getComputedStyle(each)
  const found = findInPage(page, { inert, baseUrl: String(read('baseURI')), hasScripts, styleOf })
  if (found === 'too large') return found
  view.foundArticle = found
  return found ? 'found' : 'nothing'
}

/** Replaces the document by the article that was found. Returns false when another document has replaced that one. */
export function show(): boolean {
  const { foundArticle } = view
  if (!foundArticle) return false
  delete view.foundArticle
  showArticle(foundArticle, view)
  return true
}
