type GetContext = (this: object, kind: unknown, settings?: object) => unknown

interface Realm {
  readonly HTMLCanvasElement: { prototype: { getContext: GetContext } }
}

/** Makes WebGL canvases keep what was drawn, which otherwise is gone once the browser has shown it. */
export function preserveDrawingBuffers(): void {
  const { prototype } = (globalThis as unknown as Realm).HTMLCanvasElement
  const { apply } = Reflect
  prototype.getContext = new Proxy(prototype.getContext, {
    apply(native, canvas: object, [kind, settings, ...others]: [unknown, object?, ...unknown[]]) {
      const isWebGl = kind === 'webgl' || kind === 'webgl2' || kind === 'experimental-webgl'
      const given = isWebGl ? { ...settings, preserveDrawingBuffer: true } : settings
      return apply(native, canvas, [kind, given, ...others])
    },
  })
}
