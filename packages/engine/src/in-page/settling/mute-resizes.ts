declare const performance: { dispatchEvent(event: object): void }
declare const Event: new (type: string) => object
declare function matchMedia(query: string): {
  addEventListener(type: 'change', listener: (event: { matches: boolean }) => void): void
}

/** Declares a global variable of our world. */
interface Tracked {
  /** True once a frame was painted in a viewport of one pixel; undefined until that is tracked. */
  renderHasShrunk?: boolean
}

/** Hides changes of the viewport's size from a document in which `interceptResizeEvents` has run, and notes for `hasShrunk`. */
export function muteResizes(): void {
  const world = globalThis as Tracked
  performance.dispatchEvent(new Event('render.resizes.mute'))
  if (world.renderHasShrunk === undefined)
    matchMedia('(max-width: 1px) and (max-height: 1px)').addEventListener('change', ({ matches }) => {
      if (matches) world.renderHasShrunk = true
    })
  world.renderHasShrunk = false
}

/** Shows the page changes of the viewport's size again. */
export function unmuteResizes(): void {
  performance.dispatchEvent(new Event('render.resizes.unmute'))
}

/** Returns whether a frame was painted in a viewport of one pixel since `muteResizes`. */
export function hasShrunk(): boolean {
  return (globalThis as Tracked).renderHasShrunk === true
}
