// Serialised into every document before its own scripts: no imports, no closures.

/** What a document hears of changes of its viewport's size. */
export interface HeldResizes {
  isMuted: boolean
}

type Hear = (type: string, listener: (event: { stopImmediatePropagation(): void }) => void) => void

declare const window: { addEventListener: Hear; visualViewport: { addEventListener: Hear } | null }
declare const EventTarget: { prototype: { addEventListener: Hear } }
declare const MediaQueryList: { prototype: Record<'addEventListener' | 'addListener', Hear> }

/** Comes before everything that listens to the size of the viewport, so that it can be kept from hearing of it. */
export function hearResizesFirst(): void {
  const KEY = Symbol.for('render.resizes')

  // The first document of a frame may leave its window, and what listens to it, to the next one.
  if (KEY in globalThis) return
  const held: HeldResizes = { isMuted: false }
  Object.defineProperty(globalThis, KEY, { value: held })
  const mute: Parameters<Hear>[1] = (event) => {
    if (held.isMuted) event.stopImmediatePropagation()
  }
  window.addEventListener('resize', mute)
  window.visualViewport?.addEventListener('resize', mute)
  const { addEventListener } = EventTarget.prototype
  for (const name of ['addEventListener', 'addListener'] as const) {
    MediaQueryList.prototype[name] = new Proxy(MediaQueryList.prototype[name], {
      apply(native, self, args) {
        addEventListener.call(self, 'change', mute)
        return Reflect.apply(native, self, args)
      },
    })
  }
}
