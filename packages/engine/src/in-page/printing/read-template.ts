/** A text of a template that refers to files: a style sheet, declarations, or an address. */
export interface TemplatePart {
  kind: 'sheet' | 'css' | 'file'
  text: string
}

interface Part extends TemplatePart {
  /** Puts another text in its place; null takes out what holds it. */
  replace(text: string | null): void
}
interface Element {
  readonly localName: string
  textContent: string
  media: string
  getAttribute(name: string): string | null
  getAttributeNames(): string[]
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  replaceWith(element: Element): void
  remove(): void
}
interface Markup {
  readonly head: object
  readonly body: object
  createElement(name: 'style'): Element
  querySelectorAll(selector: string): Iterable<Element>
}

declare const DOMParser: new () => { parseFromString(markup: string, type: 'text/html'): Markup }

/** Parsed templates, which the world of the page keeps until they are placed. */
export interface Templates {
  renderTemplates?: Record<string, { markup: Markup; parts: Part[] }>
}

/**
 * Parses a template into a document that runs and loads nothing. Takes out what could run or load something else than style
 * sheets, pictures and fonts. Returns the parts that refer to files, and the names of what was taken out.
 */
export function readTemplate({ name, text }: { name: string; text: string }): {
  parts: TemplatePart[]
  removed: string[]
} {
  const ACTIVE = 'script, iframe, frame, frameset, object, embed, applet, audio, video, fencedframe, portal'
  const USELESS = 'base, meta, title, noscript, source, link:not([rel~=stylesheet i])'
  const markup = new DOMParser().parseFromString(text, 'text/html')
  const removed = new Set<string>()
  const parts: Part[] = []

  for (const element of markup.querySelectorAll(ACTIVE)) {
    removed.add(`<${element.localName}>`)
    element.remove()
  }
  for (const element of markup.querySelectorAll(USELESS)) element.remove()
  for (const element of markup.querySelectorAll('*')) {
    for (const attribute of element.getAttributeNames()) clean(element, attribute)
    read(element)
  }
  const world = globalThis as Templates
  world.renderTemplates ??= {}
  world.renderTemplates[name] = { markup, parts }
  return { parts: parts.map((part) => ({ kind: part.kind, text: part.text })), removed: [...removed] }

  function clean(element: Element, attribute: string): void {
    const isCode = /^[\s\p{Cc}]*javascript:/iu.test(element.getAttribute(attribute) ?? '')
    if (!/^on/i.test(attribute) && !isCode) return
    removed.add(isCode ? 'javascript:' : attribute.toLowerCase())
    element.removeAttribute(attribute)
  }

  function read(element: Element): void {
    if (element.getAttribute('style')) addAttribute(element, 'css', 'style')
    if (element.getAttribute('background')) addAttribute(element, 'file', 'background')
    switch (element.localName) {
      case 'style':
        parts.push({
          kind: 'css',
          text: element.textContent,
          replace: (css) => (element.textContent = css ?? ''),
        })
        break
      case 'link':
        addSheet(element)
        break
      case 'img':
        chooseSource(element)
        addAttribute(element, 'file', 'src')
        break
      case 'input':
        if (element.getAttribute('src')) addAttribute(element, 'file', 'src')
        break
      case 'image':
      case 'feimage':
      case 'feImage':
        for (const attribute of ['href', 'xlink:href'])
          if (element.getAttribute(attribute)) addAttribute(element, 'file', attribute)
        break
    }
  }

  function addAttribute(element: Element, kind: 'css' | 'file', attribute: string): void {
    parts.push({
      kind,
      text: element.getAttribute(attribute) ?? '',
      replace: (value) =>
        value === null ? element.removeAttribute(attribute) : element.setAttribute(attribute, value),
    })
  }

  function addSheet(link: Element): void {
    const replace = (css: string | null): void => {
      if (css === null) return link.remove()
      const style = markup.createElement('style')
      style.textContent = css
      style.media = link.media
      link.replaceWith(style)
    }
    parts.push({ kind: 'sheet', text: link.getAttribute('href') ?? '', replace })
  }

  /** Leaves one address of a picture that has several. */
  function chooseSource(image: Element): void {
    const first = image.getAttribute('srcset')?.trim().split(/\s/)[0]
    if (first && !image.getAttribute('src')) image.setAttribute('src', first)
    for (const attribute of ['srcset', 'sizes', 'loading']) image.removeAttribute(attribute)
  }
}
