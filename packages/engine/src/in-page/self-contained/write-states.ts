// Writes what visitors and scripts did to elements, which their markup does not show.
import type { DomNode } from '../reading/create-dom-reader.ts'
import { escape, styleOf } from './markup.ts'
import { dom, isXml } from './this-document.ts'
import type { Written } from './written.ts'

interface Field {
  readonly type: string
  readonly value: string
  readonly checked: boolean
  readonly selected: boolean
  readonly selectedIndex: number
  readonly multiple: boolean
  readonly size: number
  readonly length: number
}

declare const getComputedStyle: (element: DomNode, pseudo?: string) => Record<string, string>

const HOST = /^(?:article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/

export function writeInput(element: DomNode): Written {
  const { type, value, checked } = element as Field
  if (type === 'file') return { changes: { value: null } }
  if (type === 'checkbox' || type === 'radio') return { changes: { checked: checked ? '' : null } }
  if (type === 'password') return { changes: { value: '\u2022'.repeat(Math.min(value.length, 1000)) } }
  const hasValue = value !== '' || dom.attribute(element, 'value') !== null
  return hasValue && type !== 'image' ? { changes: { value: escape(value) } } : {}
}

export function writeOption(element: DomNode): Written {
  return { changes: { selected: (element as Field).selected ? '' : null } }
}

/** Where no option is selected, a parser would select the first one. */
export function writeSelect(element: DomNode): Written {
  const { selectedIndex, multiple, size, length } = element as Field
  const isEmpty = selectedIndex === -1 && length > 0 && !multiple && size <= 1
  return isEmpty ? { end: '<option hidden="" selected=""></option>' } : {}
}

export function writeTextarea(element: DomNode): Written {
  const text = escape((element as Partial<Field>).value ?? '')
  return { content: isXml ? text : `\n${text}` }
}

/**
 * Returns undefined for an element that is not scrolled. An invisible element decides where its parent is scrolled to at
 * first. In a shadow tree, which only some elements may have, it is no sibling of the others for selectors such as
 * `:last-child`.
 */
export function writeScrolled(element: DomNode): Written | undefined {
  const { scrollLeft: left, scrollTop: top } = element as { scrollLeft: number; scrollTop: number }
  if (!left && !top) return undefined
  const { display, position } = getComputedStyle(element)
  if (!/^(?:block|flow-root|flex|grid|list-item|inline-)/.test(display!)) return undefined
  const rules = `display:block position:absolute left:${left}px top:${top}px width:0 height:0 margin:0 scroll-initial-target:nearest`
  const target = `<i style="${rules.replaceAll(/(?= |$)/g, '!important;')}"></i>`
  const isHost = !isXml && HOST.test(dom.localName(element)) && dom.shadowRoot(element) === null
  return {
    ...(isHost
      ? { start: `<template shadowrootmode="open"><slot></slot>${target}</template>` }
      : { end: target }),
    ...(position === 'static' && {
      changes: { style: `${styleOf(element).replace(/;?\s*$/, ';')}position:relative` },
    }),
  }
}

/** Writes a style that keeps an element above the page when a script has put it there. */
export function writeTopLayer(element: DomNode): Written {
  if (!dom.matches(element, ':modal, :popover-open')) return {}
  const computed = getComputedStyle(element)
  const kept =
    'display position top right bottom left margin width height max-width max-height outline box-shadow'
  const rules = kept.split(' ').map((name) => `${name}:${computed[name]}!important`)
  const backdrop = getComputedStyle(element, '::backdrop')['background-color']!
  const isDark = !/, 0\)$|transparent/.test(backdrop)
  if (isDark) rules.push(`box-shadow:0 0 0 200vmax ${backdrop}!important`)
  const style = styleOf(element).replace(/;?\s*$/, ';')
  return { changes: { style: `${style}${rules.join(';')};z-index:2147483647!important` } }
}
