// The function here is serialised into every document before the document's own scripts and runs in the page's own
// world, so it cannot import values or use closures.

type Native = (...args: unknown[]) => unknown

interface Realm {
  readonly CSSStyleSheet: { prototype: Record<string, Native> }
  readonly WeakSet: new () => { add: Native; has: Native }
  readonly document: { readonly styleSheets: ArrayLike<object> }
  readonly performance: {
    addEventListener(type: string, listener: () => void): void
    dispatchEvent(event: object): boolean
  }
  readonly CustomEvent: new (type: string, init: { detail: number[] }) => object
}

/**
 * Records the style sheets whose rules scripts changed, because a linked sheet does not show it. Reports their places among
 * the document's style sheets to our isolated world as `followWork` does, and as that one uses only functions taken from the
 * document at its start.
 */
export function recordRules(): void {
  const KEY = Symbol.for('render.rules')
  // The next document of a frame may reuse the window of the first one.
  if (KEY in globalThis) return
  Object.defineProperty(globalThis, KEY, { value: true })

  const realm = globalThis as unknown as Realm
  const { CustomEvent: Answer, performance, document } = realm
  const { prototype } = realm.CSSStyleSheet
  const { apply } = Reflect
  const dispatch = performance.dispatchEvent.bind(performance)
  const changed = new realm.WeakSet()
  const { add, has } = changed
  for (const name of ['insertRule', 'deleteRule', 'addRule', 'removeRule'])
    prototype[name] = new Proxy(prototype[name]!, {
      apply(native, sheet: object, args: unknown[]) {
        const result = apply(native, sheet, args)
        apply(add, changed, [sheet])
        return result
      },
    })
  performance.addEventListener('render.rules.question', () => {
    const detail: number[] = []
    let count = 0
    const { styleSheets } = document
    for (let index = 0; index < styleSheets.length; index += 1)
      if (apply(has, changed, [styleSheets[index]])) detail[count++] = index
    dispatch(new Answer('render.rules.answer', { detail }))
  })
}
