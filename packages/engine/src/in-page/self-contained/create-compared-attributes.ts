import { CHANGED_ATTRIBUTES } from './marks.ts'

/** The attributes whose values selectors compare, such as that of `[src$=".svg"]`. */
export interface ComparedAttributes {
  /** Adds those of style sheets, and of what they import. */
  add: (sheets: Iterable<RuleTree>) => void
  has: (name: string) => boolean
}

interface RuleTree {
  readonly cssRules: Iterable<{ readonly cssText: string; readonly styleSheet?: RuleTree | null }>
}

const COMPARISON = new RegExp(`\\[(${CHANGED_ATTRIBUTES.join('|')})[~|^$*]?=`, 'gi')

export function createComparedAttributes(): ComparedAttributes {
  const compared = new Set<string>()
  const seen = new Set<RuleTree>()
  return { add, has: (name) => compared.has(name) }

  function add(sheets: Iterable<RuleTree>): void {
    for (const sheet of sheets) {
      if (seen.has(sheet)) continue
      seen.add(sheet)
      for (const { cssText, styleSheet } of rulesOf(sheet)) {
        for (const [, name] of cssText.matchAll(COMPARISON)) compared.add(name!.toLowerCase())
        if (styleSheet) add([styleSheet])
      }
    }
  }

  /** A style sheet of another origin may compare any of them. */
  function rulesOf(sheet: RuleTree): RuleTree['cssRules'] {
    try {
      return sheet.cssRules
    } catch {
      for (const name of CHANGED_ATTRIBUTES) compared.add(name)
      return []
    }
  }
}
