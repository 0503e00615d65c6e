import type { ErrorObject } from 'ajv'
import type { Option } from './kinds/index.ts'
import { nearestWord } from './names.ts'
import type { Complaint } from './refusal.ts'
import { shown } from './show.ts'
import type { OptionName } from './table.ts'

/** A long list can be wrong all over: more places inside of one option than this are only counted. */
const MOST_PLACES = 3

/** What a validator found, as sentences: each value is named once, by its path. */
export function violationsOf(
  errors: ErrorObject[],
  values: Record<string, unknown>,
  rows: Record<OptionName, Option<unknown>>,
): Complaint[] {
  const byPath = new Map(errors.map((error) => [error.instancePath, error]))
  const byOption = Map.groupBy(
    byPath.values(),
    ({ instancePath }) => instancePath.split('/')[1] as OptionName,
  )
  return [...byOption].flatMap(([option, places]) => {
    const others = places.length - MOST_PLACES
    const named = places.slice(0, MOST_PLACES).map((place) => complaint(option, place, values, rows))
    if (others <= 0) return named
    return [...named, { ...named[0]!, message: `"${option}" is wrong in ${others} more places.` }]
  })
}

function complaint(
  option: OptionName,
  { instancePath, keyword }: ErrorObject,
  values: Record<string, unknown>,
  rows: Record<OptionName, Option<unknown>>,
): Complaint {
  const inside = instancePath.split('/').slice(2)
  const { path, row, value, isSecret } = follow(option, inside, values[option], rows[option])
  const sent = isSecret ? '' : `, not ${shown(value)}${meant(value, row)}`
  return {
    option,
    message: `"${path}" must be ${row.expects}${sent}.`,
    code: rows[option].codes?.[keyword] ?? 'InvalidOptions',
  }
}

/** The value inside an option that a path leads to, and the innermost row that describes it. */
function follow(option: OptionName, inside: string[], outermost: unknown, outermostRow: Option<unknown>) {
  let [path, row, value]: [string, Option<unknown>, unknown] = [option, outermostRow, outermost]
  for (const step of inside) {
    value = (value as Record<string, unknown>)[step]
    path += /^\d+$/.test(step) ? `[${step}]` : `.${step}`
    row = row.fields?.[step] ?? row
  }
  return { path, row, value, isSecret: row.secret !== undefined }
}

function meant(value: unknown, { values }: Option<unknown>): string {
  const word = typeof value === 'string' && values ? nearestWord(value, values) : undefined
  return word === undefined ? '' : ` (did you mean ${JSON.stringify(word)}?)`
}
