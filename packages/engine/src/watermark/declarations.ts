/** CSS properties that a text may be given. */
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

export type Declaration = [property: string, value: string]

/** A list such as `color: red; font-weight: bold` in its parts: those that a text may have, and the others. */
export function readDeclarations(style: string): { allowed: Declaration[]; others: string[] } {
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
