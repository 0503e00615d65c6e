import type { ErrorObject } from 'ajv'
import type { Option } from '../kinds/index.ts'
import { nearestWord } from '../table/names.ts'
import type { Problem } from './invalid-options.ts'
import { displayValue } from './display-value.ts'
import type { OptionName } from '../table/table.ts'

/** Further invalid places within one option are only counted. */
const MAX_PLACES = 3

/** Converts validation errors into messages; each value is named once, by its path. */
export function violationsOf(
  errors: ErrorObject[],
  values: Record<string, unknown>,
  rows: Record<OptionName, Option<unknown>>,
): Problem[] {
  const byPath = new Map(errors.map((error) => [error.instancePath, error]))
  const byOption = Map.groupBy(
    byPath.values(),
    ({ instancePath }) => instancePath.split('/')[1] as OptionName,
  )
  return [...byOption].flatMap(([option, places]) => {
    const others = places.length - MAX_PLACES
    const named = places.slice(0, MAX_PLACES).map((place) => problemAt(option, place, values, rows))
    if (others <= 0) return named
    return [...named, { ...named[0]!, message: `"${option}" is invalid in ${others} more places.` }]
  })
}

function problemAt(
  option: OptionName,
  { instancePath, keyword }: ErrorObject,
  values: Record<string, unknown>,
  rows: Record<OptionName, Option<unknown>>,
): Problem {
  const inside = instancePath.split('/').slice(2)
  const { path, row, value, isSecret } = follow(option, inside, values[option], rows[option])
  const sent = isSecret ? '' : `, not ${displayValue(value)}${suggestion(value, row)}`
  return {
    option,
    message: `"${path}" must be ${row.expects}${sent}.`,
    code: rows[option].codes?.[keyword] ?? 'InvalidOptions',
  }
}

/** Returns the value at a path within an option, and the innermost row that describes it. */
function follow(option: OptionName, inside: string[], outermost: unknown, outermostRow: Option<unknown>) {
  let [path, row, value]: [string, Option<unknown>, unknown] = [option, outermostRow, outermost]
  for (const step of inside) {
    value = (value as Record<string, unknown>)[step]
    path += /^\d+$/.test(step) ? `[${step}]` : `.${step}`
    row = row.fields?.[step] ?? row
  }
  return { path, row, value, isSecret: row.secret !== undefined }
}

function suggestion(value: unknown, { values, advice = {} }: Option<unknown>): string {
  if (typeof value !== 'string' || !values) return ''
  const known = value.trim().toLowerCase()
  if (Object.hasOwn(advice, known)) return ` (${advice[known]})`
  const word = nearestWord(value, values)
  return word === undefined ? '' : ` (did you mean ${JSON.stringify(word)}?)`
}
