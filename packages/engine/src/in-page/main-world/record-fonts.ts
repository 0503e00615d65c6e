/** A font that a script made, as `createStyleWriter` reads it. */
export interface RecordedFont {
  family: string
  /** The source as the script named it, such as `url(a.woff2)`, or its bytes; null for too many bytes. */
  source: string | ArrayBuffer | ArrayBufferView | null
  style: string
  weight: string
  stretch: string
  unicodeRange: string
}

type Native = (...args: unknown[]) => unknown

interface Realm {
  FontFace: (new (...args: unknown[]) => object) & { prototype: object }
  readonly FontFaceSet: { prototype: { has: Native } }
  readonly document: { readonly fonts: object }
  readonly ArrayBuffer: typeof ArrayBuffer
  readonly structuredClone: (value: unknown) => ArrayBuffer | ArrayBufferView
  readonly performance: {
    addEventListener(type: string, listener: () => void): void
    dispatchEvent(event: object): boolean
  }
  readonly CustomEvent: new (type: string, init: { detail: RecordedFont[] }) => object
}

/**
 * Records the source of each font that scripts create, because a `FontFace` object does not expose it. Reports it to our
 * isolated world as `trackWork` does, and as that one uses only functions taken from the document at its start.
 */
export function recordFonts(): void {
  const MAX_FONTS = 200
  const MAX_BYTES = 10 * 1024 ** 2
  const KEY = Symbol.for('render.fonts')
  // The next document of a frame may reuse the window of the first one.
  if (KEY in globalThis) return
  Object.defineProperty(globalThis, KEY, { value: true })

  const realm = globalThis as unknown as Realm
  const { FontFace, CustomEvent: Answer, performance, document, ArrayBuffer, structuredClone } = realm
  // oxlint-disable-next-line typescript/unbound-method
  const { isView } = ArrayBuffer
  const { apply, construct, getOwnPropertyDescriptor } = Reflect
  const dispatch = performance.dispatchEvent.bind(performance)
  // oxlint-disable-next-line typescript/unbound-method
  const { has } = realm.FontFaceSet.prototype
  const getters = ['family', 'style', 'weight', 'stretch', 'unicodeRange'].map((name) => ({
    name,
    get: getOwnPropertyDescriptor(FontFace.prototype, name)!.get as Native,
  }))
  const made: { font: object; source: RecordedFont['source'] }[] = []
  let count = 0
  let bytes = 0
  /** Copies bytes, because scripts may use their memory again. */
  const copyOf = (source: unknown): RecordedFont['source'] => {
    if (typeof source === 'string') return source
    if (!isView(source) && !(source instanceof ArrayBuffer)) return null
    const { byteLength } = isView(source) ? source.buffer : source
    if (bytes + byteLength > MAX_BYTES) return null
    bytes += byteLength
    try {
      return structuredClone(source)
    } catch {
      // Its memory has been moved to another owner.
      return null
    }
  }
  realm.FontFace = new Proxy(FontFace, {
    construct(native, args: unknown[], target) {
      const font: object = construct(native, args, target)
      if (count < MAX_FONTS) made[count++] = { font, source: copyOf(args[1]) }
      return font
    },
  })
  performance.addEventListener('render.fonts.question', () => {
    const detail: RecordedFont[] = []
    let found = 0
    for (let index = 0; index < count; index += 1) {
      const { font, source } = made[index]!
      if (!apply(has, document.fonts, [font])) continue
      const recorded: Record<string, unknown> = { source }
      for (let each = 0; each < getters.length; each += 1)
        recorded[getters[each]!.name] = apply(getters[each]!.get, font, [])
      detail[found++] = recorded as unknown as RecordedFont
    }
    dispatch(new Answer('render.fonts.answer', { detail }))
  })
}
