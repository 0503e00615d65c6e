type Listen = (type: string, listener: (event: { stopImmediatePropagation(): void }) => void) => void

declare const window: { addEventListener: Listen; visualViewport: { addEventListener: Listen } | null }
declare const performance: { addEventListener: Listen }
declare const EventTarget: { prototype: { addEventListener: Listen } }
declare const MediaQueryList: { prototype: Record<'addEventListener' | 'addListener', Listen> }

/**
 * Listens to changes of the viewport's size before the page's own listeners, and hides these events from the page between calls
 * of `muteResizes` and `unmuteResizes`.
 */
export function interceptResizeEvents(): void {
  const KEY = Symbol.for('render.resizes')

  // The next document of a frame may reuse the window of the first one, with its listeners.
  if (KEY in globalThis) return
  Object.defineProperty(globalThis, KEY, { value: true })
  let isMuted = false
  const mute: Parameters<Listen>[1] = (event) => {
    if (isMuted) event.stopImmediatePropagation()
  }
  window.addEventListener('resize', mute)
  window.visualViewport?.addEventListener('resize', mute)
  const { addEventListener } = EventTarget.prototype
  const { apply } = Reflect
  for (const name of ['addEventListener', 'addListener'] as const) {
    MediaQueryList.prototype[name] = new Proxy(MediaQueryList.prototype[name], {
      apply(native, self, args) {
        apply(addEventListener, self, ['change', mute])
        return apply(native, self, args)
      },
    })
  }
  performance.addEventListener('render.resizes.mute', () => {
    isMuted = true
  })
  performance.addEventListener('render.resizes.unmute', () => {
    isMuted = false
  })
}
