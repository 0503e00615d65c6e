import type { Dom, DomNode, Prototype } from './create-dom-reader.ts'
import type { createElementStyles } from './element-styles.ts'

/** Reads what the fields and buttons of forms show. */
interface FieldText {
  /** Returns the text that a field or the button of a form has now; undefined for anything else. */
  of(element: DomNode, name: string): string | undefined
  /** Returns whether the page shows the text of a field in clear. */
  isShown(element: DomNode): boolean
}

declare const Element: Prototype
declare const HTMLInputElement: Prototype
declare const HTMLTextAreaElement: Prototype

export function createFieldText(dom: Dom, css: ReturnType<typeof createElementStyles>): FieldText {
  const HTML = 'http://www.w3.org/1999/xhtml'
  /** The types of `input` that show a text which is no secret. */
  const SHOWN_TYPES =
    /^(?:text|search|url|tel|email|number|date|time|month|week|datetime-local|submit|reset|button)$/
  /** Values of `autocomplete` in fields whose text only its owner may know. */
  const SECRET = /(?<!\S)(?:cc-\S+|one-time-code|(?:current|new)-password)(?!\S)/i
  /** Fields for scripts alone are cut down to this size, in CSS pixels. */
  const TINY = 1

  return {
    of(element, name) {
      if ((name !== 'textarea' && name !== 'input') || dom.namespaceURI(element) !== HTML) return undefined
      if (name === 'textarea') return property(HTMLTextAreaElement, 'value', element)
      const type = property(HTMLInputElement, 'type', element)
      if (type === 'image') return dom.attribute(element, 'alt') ?? ''
      return SHOWN_TYPES.test(type) ? property(HTMLInputElement, 'value', element) : undefined
    },
    isShown(element) {
      const { display, visibility, opacity, color, webkitTextSecurity } = css.read(element)
      if (display === 'none' || visibility !== 'visible' || opacity === '0') return false
      // Some fields lie unseen over what an editor draws.
      if (/^rgba\(.*, 0\)$/.test(color) || isClipped(element)) return false
      if (webkitTextSecurity !== 'none' || SECRET.test(dom.attribute(element, 'autocomplete') ?? ''))
        return false
      const { width, height } = Element.prototype.getBoundingClientRect.call(element)
      return width > TINY && height > TINY
    },
  }

  function isClipped(element: DomNode): boolean {
    const { position, clip } = css.read(element)
    return /^(?:absolute|fixed)$/.test(position) && /^rect\((\d+px)(?:,? \1){3}\)$/.test(clip)
  }

  function property({ prototype }: Prototype, name: string, element: DomNode): string {
    return Object.getOwnPropertyDescriptor(prototype, name)!.get!.call(element)
  }
}
