import type { Inline } from '../document/document.ts'
import type { Settings } from '../settings.ts'

const RAISED: Record<string, string> = { '-': '⁻', '−': '⁻', '+': '⁺', 1: '¹', 2: '²', 3: '³' }

/**
 * Returns digits that are raised after a number as raised digits, where the document has no mark for them: without, they would
 * be part of the number. Returns anything else as it is.
 */
export function withRaisedDigits(
  inline: Inline,
  before: Inline | undefined,
  { sup, language }: Settings,
): Inline {
  if (sup !== '' || language === 'Djot' || inline.type !== 'span' || inline.style !== 'sup') return inline
  const [child, ...others] = inline.children
  if (child?.type !== 'text' || others.length > 0 || !/^\s*[-−+]?\d{1,20}\s*$/.test(child.text)) return inline
  if (before?.type !== 'text' || !/\d$/.test(before.text)) return inline
  return { type: 'text', text: Array.from(child.text.trim(), raised).join('') }
}

function raised(character: string): string {
  return RAISED[character] ?? String.fromCodePoint(0x2070 + Number(character))
}
