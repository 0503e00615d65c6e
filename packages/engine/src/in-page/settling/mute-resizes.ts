declare const performance: { dispatchEvent(event: object): void }
declare const Event: new (type: string) => object
declare function matchMedia(query: string): {
  addEventListener(type: 'change', listener: (event: { matches: boolean }) => void): void
}

/** Declares a global variable of our world. */
interface Noted {
  /** True once a frame was drawn in a viewport of one pixel; undefined until that is watched for. */
  renderHasShrunk?: boolean
}

/** Hides changes of the viewport's size from a document in which `interceptResizeEvents` has run, and notes for `hasShrunk`. */
export function muteResizes(): void {
  const noted = globalThis as Noted
  performance.dispatchEvent(new Event('render.resizes.mute'))
  if (noted.renderHasShrunk === undefined)
    matchMedia('(max-width: 1px) and (max-height: 1px)').addEventListener('change', ({ matches }) => {
      if (matches) noted.renderHasShrunk = true
    })
  noted.renderHasShrunk = false
}

/** Returns whether a frame was drawn in a viewport of one pixel since `muteResizes`. */
export function hasShrunk(): boolean {
  return (globalThis as Noted).renderHasShrunk === true
}
