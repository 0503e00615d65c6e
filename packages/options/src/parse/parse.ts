import type { ValidateFunction } from 'ajv'
import { RenderError } from '@render/errors'
import { isDeepStrictEqual } from 'node:util'
import type { Option, Reading } from '../kinds/index.ts'
import { optionNamed } from '../table/names.ts'
import { invalidOptions, type Problem } from './invalid-options.ts'
import { conflictsOf } from '../resolve/resolve.ts'
import type { GivenOptions, OptionName } from '../table/table.ts'
import { violationsOf } from './violations.ts'

export interface ParsedOptions {
  options: GivenOptions
  /** Keys that are not options, with their values; may contain a misspelled secret. */
  unknown: Record<string, unknown>
  /** Unknown members of options, and the valid names. */
  ignored: { path: string; known: readonly string[] }[]
  /** Optional; warnings about the way in which options were sent. */
  warnings?: string[]
}

/** True when the body is a form or a query, where every value is text. */
export interface BodyForm {
  isForm?: boolean
}

type Rows = Record<OptionName, Option<unknown>>

/** Creates the parser of bodies for a table. */
export function createParser(rows: Rows, validator: () => ValidateFunction) {
  /** Parses the options of a project: like those of a render, but without a required `url` or `html`. */
  function parseDefaults(body: Record<string, unknown>, { isForm = false }: BodyForm = {}): ParsedOptions {
    const { values, problems, ...rest } = collect(rows, body, isForm)
    const validate = validator()
    if (!validate(values)) problems.push(...violationsOf(validate.errors ?? [], values, rows))
    if (problems.length > 0) throw invalidOptions([...problems, ...conflictsBetweenValid(problems, values)])
    return { options: values, ...rest }
  }

  /**
   * Parses the options of a request body, in either spelling of their names; unknown keys are returned apart. An empty `html`
   * is an empty document, but beside a `url` it counts as not sent.
   * @throws {RenderError} with every problem in `details`. Its code is that of a single problem (for instance
   *   `UrlWasNotAStringError`), or `InvalidOptions` for several.
   */
  function parseOptions(body: Record<string, unknown>, form?: BodyForm): ParsedOptions {
    const parsed = parseDefaults(body, form)
    const { html, ...options } = parsed.options
    if (!options.url && html === undefined) throw new RenderError('NoUrlSupplied')
    if (!options.url || html !== '') return parsed
    return { ...parsed, options, warnings: ['"html" has no effect: it is empty, and "url" is set.'] }
  }

  return { parseOptions, parseDefaults }
}

function collect(rows: Rows, body: Record<string, unknown>, isForm: boolean) {
  const values: Record<string, unknown> = {}
  const spelledAs = new Map<OptionName, string>()
  const unknown: [string, unknown][] = []
  const ignored: ParsedOptions['ignored'] = []
  const problems: Problem[] = []
  const reject = (path: string, message: string): void => {
    const option = path.split(/[.[]/, 1)[0]!
    problems.push({ option, message: `"${path}" ${message}.`, code: 'InvalidOptions' })
  }
  const reading: Reading = {
    isForm,
    path: '',
    reject,
    ignore: (path, known) => ignored.push({ path, known }),
  }

  for (const [spelling, raw] of Object.entries(body)) {
    const name = optionNamed(spelling)
    if (!name) {
      unknown.push([spelling, raw])
      continue
    }
    if (raw === null || raw === undefined) continue
    reading.path = name
    const value = rows[name].coerce(raw, reading)
    const twin = spelledAs.get(name)
    if (twin !== undefined && !isDeepStrictEqual(values[name], value)) {
      const message = `"${twin}" and "${spelling}" are the same option but have different values.`
      problems.push({ option: name, message, code: 'InvalidOptions' })
    }
    spelledAs.set(name, spelling)
    values[name] = value
  }
  return { values, unknown: Object.fromEntries(unknown), ignored, problems }
}

/** Finds conflicts between the valid options, so that every error is reported at once. */
function conflictsBetweenValid(problems: Problem[], values: Record<string, unknown>): Problem[] {
  const wrong = new Set(problems.map(({ option }) => option))
  const right = Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)))
  return conflictsOf(right, wrong)
}
