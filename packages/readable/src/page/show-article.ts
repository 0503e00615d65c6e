import type { Document, Element } from '../dom.ts'
import type { FoundArticle } from './find-in-page.ts'
import { getterOf, setterOf } from './getter-of.ts'
import { plainStyle } from './plain-style.ts'

interface Sheet {
  replaceSync(css: string): void
}

/** The window of our isolated world, with the styles that we have added for the caller. */
export interface StyledView {
  readonly document: Document
  readonly CSSStyleSheet: new () => Sheet
  renderStyles?: Map<string, object>
  renderStyleElements?: Element[]
}

/** What pages say in their heads about how they are to be shown, instead of about themselves. */
const HOW_SHOWN = /^(?:viewport|referrer|theme-color|color-scheme|supported-color-schemes)$/i

/** Replaces the whole document by one with the article, its title and its author. */
export function showArticle({ title, byline, lang, dir, content }: FoundArticle, view: StyledView): void {
  const { document } = view
  const inert = content.ownerDocument
  const { documentElement: html, head, body } = inert
  const make = (name: string, text: string): Element => {
    const element = inert.createElement(name)
    element.textContent = text
    return element
  }
  for (const name of ['lang', 'dir']) html.removeAttribute(name)
  if (lang) html.setAttribute('lang', lang)
  if (dir) html.setAttribute('dir', dir)
  const charset = inert.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const size = inert.createElement('meta')
  size.setAttribute('name', 'viewport')
  size.setAttribute('content', 'width=device-width, initial-scale=1')
  const style = make('style', plainStyle)
  const said = [...head.querySelectorAll('meta, link')].filter(
    (each) => !HOW_SHOWN.test(each.getAttribute('name') ?? ''),
  )
  const { renderStyleElements: own = [], renderStyles = new Map<string, object>() } = view
  head.replaceChildren(charset, size, ...said, make('title', title), style, ...own)
  const article = inert.createElement('article')
  article.append(make('h1', title))
  if (byline) {
    const line = make('p', byline)
    line.setAttribute('class', 'byline')
    article.append(line)
  }
  article.append(...content.childNodes)
  body.replaceChildren(article)
  const page = getterOf(inert, 'documentElement')(document) as Element
  if (!getterOf(inert, 'doctype')(document)) page.before(inert.doctype!)
  page.replaceWith(html)
  const isRefused = !style.sheet
  adopt([...(isRefused ? [plainStyle] : []), ...renderStyles.keys()], view)
}

/** Leaves only these style sheets that are not elements. */
function adopt(styles: string[], { document, CSSStyleSheet }: StyledView): void {
  const sheets = styles.map((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    return sheet
  })
  setterOf(document, 'adoptedStyleSheets')(document, sheets)
}
