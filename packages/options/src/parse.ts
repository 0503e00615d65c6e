import type { ValidateFunction } from 'ajv'
import { RenderError } from '@render/errors'
import { isDeepStrictEqual } from 'node:util'
import type { Option, Reading } from './kinds/index.ts'
import { optionNamed } from './names.ts'
import { refusal, type Complaint } from './refusal.ts'
import { conflictsOf } from './resolve.ts'
import type { GivenOptions, OptionName } from './table.ts'
import { violationsOf } from './violations.ts'

export interface ParsedOptions {
  options: GivenOptions
  /** What no option has the name of; a misspelled secret may be among it. */
  unknown: Record<string, unknown>
  /** Members of options that have no effect, and the names that could have been meant. */
  ignored: { path: string; known: readonly string[] }[]
}

/** How a body came: a form and a query hold nothing but text. */
export interface BodyForm {
  isForm?: boolean
}

type Rows = Record<OptionName, Option<unknown>>

/** Makes the reading of bodies against a table. */
export function createParser(rows: Rows, validator: () => ValidateFunction) {
  /** Options of a project: as those of a render, but there need be nothing to render. */
  function parseDefaults(body: Record<string, unknown>, { isForm = false }: BodyForm = {}): ParsedOptions {
    const { values, complaints, ...rest } = collect(rows, body, isForm)
    const validate = validator()
    if (!validate(values)) complaints.push(...violationsOf(validate.errors ?? [], values, rows))
    if (complaints.length > 0) throw refusal([...complaints, ...conflictsBeside(complaints, values)])
    return { options: values, ...rest }
  }

  /**
   * Reads the options of a request body, in either spelling of their names; unknown ones are told apart.
   * @throws {RenderError} with every complaint in `details`; its code is the complaint's own when there is just one
   *   (for instance `UrlWasNotAStringError`), else `InvalidOptions`.
   */
  function parseOptions(body: Record<string, unknown>, form?: BodyForm): ParsedOptions {
    const parsed = parseDefaults(body, form)
    const { url, html } = parsed.options
    if (!url && html === undefined) throw new RenderError('NoUrlSupplied')
    return parsed
  }

  return { parseOptions, parseDefaults }
}

function collect(rows: Rows, body: Record<string, unknown>, isForm: boolean) {
  const values: Record<string, unknown> = {}
  const spelledAs = new Map<OptionName, string>()
  const unknown: [string, unknown][] = []
  const ignored: ParsedOptions['ignored'] = []
  const complaints: Complaint[] = []
  const refuse = (path: string, message: string): void => {
    const option = path.split(/[.[]/, 1)[0]!
    complaints.push({ option, message: `"${path}" ${message}.`, code: 'InvalidOptions' })
  }
  const reading: Reading = {
    isForm,
    path: '',
    refuse,
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
      complaints.push({ option: name, message, code: 'InvalidOptions' })
    }
    spelledAs.set(name, spelling)
    values[name] = value
  }
  return { values, unknown: Object.fromEntries(unknown), ignored, complaints }
}

/** The caller hears of everything at once, but of no conflict with a value that is wrong in itself. */
function conflictsBeside(complaints: Complaint[], values: Record<string, unknown>): Complaint[] {
  const wrong = new Set(complaints.map(({ option }) => option))
  const right = Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)))
  return conflictsOf(right, wrong)
}
