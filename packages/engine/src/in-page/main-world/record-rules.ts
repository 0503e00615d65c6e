type Native = (...args: unknown[]) => unknown
type Prototype = { prototype: Record<string, Native> }

/** A custom property that a script registered, as the script described it. */
export interface RecordedProperty {
  name: string
  syntax: string
  inherits: boolean
  initialValue: string | undefined
}

/** The texts of rules, or of a whole style sheet, by what the browser writes for them. */
export type RuleTexts = [written: string, text: string][]

type Detail = number[] | string[] | RuleTexts | RecordedProperty[]

interface Realm {
  readonly CSSStyleSheet: Prototype
  readonly CSSRule: Prototype
  readonly CSSStyleRule: Prototype
  readonly CSSGroupingRule: Prototype
  readonly CustomStateSet: Prototype
  readonly CSS: Record<string, Native>
  readonly String: Prototype
  readonly Promise: Prototype
  readonly WeakSet: new () => { add: Native; has: Native }
  readonly document: { readonly styleSheets: ArrayLike<object> }
  readonly performance: {
    addEventListener(type: string, listener: () => void): void
    dispatchEvent(event: object): boolean
  }
  readonly CustomEvent: new (type: string, init: { detail: Detail }) => object
}

/**
 * Records what the rules of the document do not show: which style sheets scripts changed, for linked ones, the texts of
 * rules that scripts added, where the browser writes them without their values, the names of the states that scripts gave to
 * custom elements, and the custom properties that they registered. Reports them to our isolated world, style sheets by their
 * places among the document's, as `trackWork` does, and as that one uses only functions taken from the document at its start.
 */
export function recordRules(): void {
  const MAX_RULES = 2000
  const MAX_LENGTH = 5_000_000
  const MAX_STATES = 200
  const MAX_PROPERTIES = 500
  const KEY = Symbol.for('render.rules')
  // The next document of a frame may reuse the window of the first one.
  if (KEY in globalThis) return
  Object.defineProperty(globalThis, KEY, { value: true })

  const realm = globalThis as unknown as Realm
  const { CustomEvent: Answer, performance, document } = realm
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect
  const dispatch = performance.dispatchEvent.bind(performance)
  const { includes } = realm.String.prototype as { includes: Native }
  const { then } = realm.Promise.prototype as { then: Native }
  const rulesOf = getter(realm.CSSStyleSheet, 'cssRules')
  const cssText = getter(realm.CSSRule, 'cssText')
  const sheetOf = getter(realm.CSSRule, 'parentStyleSheet')
  const changed = new realm.WeakSet()
  const seen = new realm.WeakSet()
  const { add, has } = changed
  /** Rules whose declarations scripts may have changed, as they were before. */
  const touched: { rule: object; before: unknown }[] = []
  const texts: RuleTexts = []
  const states: string[] = []
  const properties: RecordedProperty[] = []
  const known: Record<string, true> = Object.create(null)
  let ruleCount = 0
  let textCount = 0
  let stateCount = 0
  let propertyCount = 0
  let length = 0

  for (const name of ['insertRule', 'deleteRule', 'addRule', 'removeRule'])
    after(realm.CSSStyleSheet, name, (sheet, [text], index) => {
      apply(add, changed, [sheet])
      if (name === 'insertRule') record(sheet, text, index as number)
    })
  for (const name of ['insertRule', 'deleteRule'])
    after(realm.CSSGroupingRule, name, (rule) => {
      const sheet = apply(sheetOf, rule, [])
      if (sheet) apply(add, changed, [sheet])
    })
  after(realm.CSSStyleSheet, 'replaceSync', (sheet, [text]) => record(sheet, text))
  after(realm.CSSStyleSheet, 'replace', (sheet, [text], replaced) => {
    apply(then, replaced, [() => record(sheet, text), () => undefined])
  })
  after(realm.CustomStateSet, 'add', (_, [name]) => {
    if (typeof name !== 'string' || name in known || stateCount === MAX_STATES) return
    known[name] = true
    states[stateCount++] = name
  })
  after({ prototype: realm.CSS }, 'registerProperty', (_, [definition]) => {
    const { name, syntax = '*', inherits, initialValue } = definition as Partial<RecordedProperty>
    if (typeof name !== 'string' || typeof syntax !== 'string' || propertyCount === MAX_PROPERTIES) return
    if (initialValue !== undefined && typeof initialValue !== 'string') return
    length += name.length + syntax.length + (initialValue?.length ?? 0)
    if (length < MAX_LENGTH)
      properties[propertyCount++] = { name, syntax, inherits: inherits === true, initialValue }
  })
  const style = getOwnPropertyDescriptor(realm.CSSStyleRule.prototype, 'style')!
  const get = new Proxy(style.get as Native, {
    apply(native, rule: object, args: unknown[]) {
      const result = apply(native, rule, args)
      if (ruleCount < MAX_RULES && !apply(has, seen, [rule])) {
        apply(add, seen, [rule])
        touched[ruleCount++] = { rule, before: apply(cssText, rule, []) }
      }
      return result
    },
  })
  defineProperty(realm.CSSStyleRule.prototype, 'style', { ...style, get })

  answer('render.rules', () => {
    for (let index = 0; index < ruleCount; index += 1) {
      const { rule, before } = touched[index]!
      const sheet = apply(sheetOf, rule, [])
      if (sheet && apply(cssText, rule, []) !== before) apply(add, changed, [sheet])
    }
    const detail: number[] = []
    let count = 0
    const { styleSheets } = document
    for (let index = 0; index < styleSheets.length; index += 1)
      if (apply(has, changed, [styleSheets[index]])) detail[count++] = index
    return detail
  })
  answer('render.texts', () => texts)
  answer('render.states', () => states)
  answer('render.properties', () => properties)

  /** The browser writes a shorthand with a variable as longhands without values once a later declaration sets one of them. */
  function record(sheet: object, text: unknown, index?: number): void {
    if (typeof text !== 'string' || !apply(includes, text, ['var(']) || length + text.length > MAX_LENGTH)
      return
    const rules = apply(rulesOf, sheet, []) as ArrayLike<object>
    let written = ''
    for (let at = index ?? 0; at < (index === undefined ? rules.length : index + 1); at += 1)
      written += `${written && '\n'}${String(apply(cssText, rules[at], []))}`
    if (!apply(includes, written, [': ;'])) return
    length += text.length + written.length
    texts[textCount++] = [written, text]
  }

  function getter({ prototype }: Prototype, name: string): Native {
    return getOwnPropertyDescriptor(prototype, name)!.get as Native
  }

  function after(
    { prototype }: Prototype,
    name: string,
    record: (target: object, args: unknown[], result: unknown) => void,
  ): void {
    prototype[name] = new Proxy(prototype[name]!, {
      apply(native, target: object, args: unknown[]) {
        const result = apply(native, target, args)
        record(target, args, result)
        return result
      },
    })
  }

  function answer(name: string, detail: () => Detail): void {
    performance.addEventListener(`${name}.question`, () => {
      dispatch(new Answer(`${name}.answer`, { detail: detail() }))
    })
  }
}
