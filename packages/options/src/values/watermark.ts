/** A watermark: true for the picture of the service, else a text or the address of a picture. */
export type Watermark = boolean | { text: string } | { address: string }

const ADDRESS = /^(?:https?:\/\/|data:image\/)/i

/** Reads the value of `watermark`: a text that starts like an address is the address of a picture. */
export function readWatermark(value: boolean | string): Watermark {
  if (typeof value === 'boolean') return value
  return ADDRESS.test(value) ? { address: value } : { text: value }
}

/** CSS properties that the text of a watermark can have. */
const PROPERTIES: ReadonlySet<string> = new Set([
  'color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'opacity',
  'text-decoration',
  'text-shadow',
  'text-transform',
])

type Declaration = [property: string, value: string]

export interface Declarations {
  allowed: Declaration[]
  /** Properties that are not allowed. */
  others: string[]
}

/** Reads CSS declarations such as `color: red; font-weight: bold`. Returns undefined for an empty text. */
export function readDeclarations(style: string): Declarations | undefined {
  if (style === '') return undefined
  const declarations = style
    .split(';')
    .filter((declaration) => declaration.trim() !== '')
    .map((declaration): Declaration => {
      const [property = '', ...value] = declaration.split(':')
      return [property.trim().toLowerCase(), value.join(':').trim()]
    })
  const [allowed = [], others = []] = [true, false].map((isAllowed) =>
    declarations.filter(([property]) => PROPERTIES.has(property) === isAllowed),
  )
  return { allowed, others: others.map(([property]) => property) }
}
