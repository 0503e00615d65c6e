import { RenderError, type ErrorCode, type ErrorDetail } from '@render/errors'
import { nearestName, optionNamed } from './names.ts'
import { validateOptions } from './schema.ts'
import { optionOf, type GivenOptions, type OptionName } from './table.ts'

export interface ParsedOptions {
  options: GivenOptions
  /** Sentences for the caller: keys that no option has. */
  warnings: string[]
}

interface Complaint extends ErrorDetail {
  code: ErrorCode
}

/**
 * Reads the options of a request body, JSON or form, in either spelling of their names.
 * Unknown keys become warnings. Throws `RenderError` with every complaint in `details`; its code is the complaint's
 * own when there is just one (for instance `UrlWasNotAStringError`), else `InvalidOptions`.
 */
export function parseOptions(body: Record<string, unknown>): ParsedOptions {
  const { values, warnings, complaints } = collect(body)
  if (!validateOptions(values)) complaints.push(...violations(values))
  if (complaints.length > 0) throw refusal(complaints)
  const options = values as GivenOptions
  if (!options.url && options.html === undefined) throw new RenderError('NoUrlSupplied')
  return { options, warnings }
}

/** More unknown keys than this are only counted. */
const MOST_NAMED = 20

function collect(body: Record<string, unknown>) {
  const values: Record<string, unknown> = {}
  const spelledAs = new Map<OptionName, string>()
  const unknown: string[] = []
  const complaints: Complaint[] = []
  for (const [spelling, raw] of Object.entries(body)) {
    const name = optionNamed(spelling)
    if (!name) {
      unknown.push(spelling)
      continue
    }
    if (raw === null) continue
    const value = optionOf(name).coerce(raw)
    const twin = spelledAs.get(name)
    if (twin && values[name] !== value) {
      const message = `"${twin}" and "${spelling}" are the same option but have different values.`
      complaints.push({ option: name, message, code: 'InvalidOptions' })
    }
    spelledAs.set(name, spelling)
    values[name] = value
  }
  return { values, warnings: warningsOf(unknown), complaints }
}

function violations(values: Record<string, unknown>): Complaint[] {
  return (validateOptions.errors ?? []).map(({ instancePath, keyword }) => {
    const option = instancePath.split('/')[1] as OptionName
    const { expects, codes, secret } = optionOf(option)
    const sent = secret ? '' : `, not ${shown(values[option])}`
    return {
      option,
      message: `"${option}" must be ${expects}${sent}.`,
      code: codes?.[keyword] ?? 'InvalidOptions',
    }
  })
}

function refusal(complaints: Complaint[]): RenderError {
  const [first, ...others] = complaints as [Complaint, ...Complaint[]]
  return new RenderError(others.length === 0 ? first.code : 'InvalidOptions', {
    message:
      others.length === 0 ? first.message : `Invalid options: ${complaints.map((c) => c.message).join(' ')}`,
    details: complaints.map(({ option, message }) => ({ option, message })),
  })
}

function warningsOf(unknown: string[]): string[] {
  const others = unknown.length - MOST_NAMED
  const named = unknown.slice(0, MOST_NAMED).map(unknownKey)
  return others > 0 ? [...named, `${others} more unknown options were ignored.`] : named
}

function unknownKey(key: string): string {
  const meant = nearestName(key)
  const shortened = printable(key.length > 40 ? `${key.slice(0, 40)}…` : key)
  return `Unknown option "${shortened}" was ignored${meant ? `: did you mean "${meant}"?` : '.'}`
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}

/** Warnings are stored and shown: no control characters, no half of a surrogate pair that the cut left. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}
