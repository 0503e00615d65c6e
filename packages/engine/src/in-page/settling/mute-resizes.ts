// The function here is serialised into the page, so it cannot import values or use closures.

declare const performance: { dispatchEvent(event: object): void }
declare const Event: new (type: string) => object

/** Hides changes of the viewport's size from a document in which `interceptResizeEvents` has run. */
export function muteResizes(): void {
  performance.dispatchEvent(new Event('render.resizes.mute'))
}
