// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { Dom, DomNode } from './create-dom-reader.ts'
import type { Sheet } from './create-style-writer.ts'
import type { Changes } from './written.ts'

interface StyledRoot {
  readonly styleSheets: Iterable<Sheet>
  readonly adoptedStyleSheets: Iterable<Sheet>
}

/** Returns a function that marks states which selectors look for, and which elements have without an attribute. */
export function createStateMarker(dom: Dom, all: typeof allElements): (element: DomNode) => Changes {
  const MAX_RULES = 20_000
  const STATES = ['modal', 'popover-open', 'target', 'indeterminate']
  const ANY_STATE = `:is(${STATES.map((state) => `:${state}`).join()})`
  let names: string[] | undefined
  return (element) => {
    const states = dom.matches(element, ANY_STATE)
      ? STATES.filter((state) => dom.matches(element, `:${state}`))
      : []
    const custom = customStates(element)
    return {
      ...Object.fromEntries(states.map((state) => [`data-shown-${state}`, ''])),
      ...(custom.length > 0 ? { 'data-shown-states': custom.join(' ') } : {}),
    }
  }

  /** Only the element's own code can list its states, so those that rules name are tried. */
  function customStates(element: DomNode): string[] {
    if (!dom.localName(element).includes('-') || !dom.matches(element, ':defined')) return []
    names ??= [...namesInRules()]
    return names.filter((name) => dom.matches(element, `:state(${name})`))
  }

  function namesInRules(): Set<string> {
    const found = new Set<string>()
    let count = 0
    for (const sheet of allSheets())
      for (const { cssText } of rulesOf(sheet)) {
        count += 1
        if (count > MAX_RULES) return found
        for (const [, name] of cssText.matchAll(/:state\(([\w-]+)\)/g)) found.add(name!)
      }
    return found
  }

  function allSheets(): Set<Sheet> {
    const sheets = new Set<Sheet>()
    const take = ({ styleSheets, adoptedStyleSheets }: StyledRoot): void => {
      for (const sheet of [...styleSheets, ...adoptedStyleSheets]) sheets.add(sheet)
    }
    take({
      styleSheets: dom.ofDocument('styleSheets') as Iterable<Sheet>,
      adoptedStyleSheets: dom.ofDocument('adoptedStyleSheets') as Iterable<Sheet>,
    })
    for (const element of all()) {
      const shadow = dom.shadowRoot(element)
      if (shadow) take(shadow as StyledRoot)
    }
    return sheets
  }

  /** Returns nothing for a style sheet of another origin. */
  function rulesOf(sheet: Sheet): Iterable<{ readonly cssText: string }> {
    try {
      return Array.from(sheet.cssRules)
    } catch {
      return []
    }
  }
}
