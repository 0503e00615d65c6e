/** A cookie as a site would set it. */
export interface CookieLine {
  name: string
  value: string
  /** By lower-case name; the value is empty for attributes without one. */
  attributes: ReadonlyMap<string, string>
}

/** Reads `name=value; Domain=.a.example; Path=/; Secure`. */
export function readCookieLine(line: string): CookieLine {
  const [pair = '', ...attributes] = line.split(';')
  const [name, value] = split(pair)
  const given = attributes.map(split).map(([attribute, text]) => [attribute.toLowerCase(), text] as const)
  return { name, value, attributes: new Map(given) }
}

const ATTRIBUTES = new Set(
  'domain path expires max-age secure httponly samesite priority partitioned hostonly version comment'.split(
    ' ',
  ),
)

/** Returns the names of what would be attributes, if cookies had them: rather further cookies. */
export function unknownAttributes({ attributes }: CookieLine): string[] {
  return [...attributes.keys()].filter((name) => name !== '' && !ATTRIBUTES.has(name))
}

function split(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
