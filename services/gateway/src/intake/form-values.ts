import { keepsEmpty, optionNamed, optionOf } from '@render/options'

/**
 * Returns the values of a form as those of a link: empty ones count as not sent, as forms send fields that are not filled in,
 * and equal values of a repeated name are one, unless the option is a list.
 */
export function valuesOfForm(form: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(form).map(([spelling, sent]): [string, unknown] => {
    if (sent === '' && keepsEmpty(spelling)) return [spelling, sent]
    return [spelling, asOne(spelling, filledIn(sent))]
  })
  return sent(values)
}

/** Leaves out empty texts, and the lists and objects that have nothing else. */
function filledIn(value: unknown): unknown {
  if (value === '') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(filledIn).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  const members = sent(Object.entries(value).map(([key, member]) => [key, filledIn(member)]))
  return Object.keys(members).length > 0 ? members : undefined
}

/** Returns the value that the equal items of a list are, as of `width[]=800`, unless the option is a list. */
export function asOne(spelling: string, value: unknown): unknown {
  const name = optionNamed(spelling)
  const kind = name === undefined ? undefined : optionOf(name).kind
  if (!Array.isArray(value) || kind === 'list') return value
  // A single item of these was sent with brackets.
  if (value.length === 1 && (kind === 'objects' || kind === 'schema')) return value
  return value.every((item) => typeof item === 'string' && item === value[0]) ? value[0] : value
}

function sent(values: [name: string, value: unknown][]): Record<string, unknown> {
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
