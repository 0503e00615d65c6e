import type { Account } from '@render/directory'
import { RenderError } from '@render/errors'
import {
  stateOf,
  warningsFor,
  type BodyForm,
  type OptionName,
  type Options,
  type ParsedOptions,
  type RenderOptions,
} from '@render/options'
import { requireFeatures } from './require-features.ts'

/** What a request asks for. */
export interface AskedOptions extends ParsedOptions {
  /** The project's options, where the request itself says nothing. */
  defaults: ParsedOptions
}

const NONE: ParsedOptions = { options: {}, unknown: {}, ignored: [] }

/**
 * Reads the options of a request, and under them those of its project, both within the operator's limits and the plan's features.
 * @throws {RenderError} as `parseOptions` and `requireFeatures` do; for defaults alike, if they are right and these are wrong.
 */
export function readOptions(
  body: Record<string, unknown>,
  account: Pick<Account, 'project' | 'plan'>,
  { parseOptions, parseDefaults }: Pick<Options, 'parseOptions' | 'parseDefaults'>,
  form?: BodyForm,
): AskedOptions {
  const parsed = parseOptions(body, form)
  requireFeatures(parsed.options, account)
  const left = Object.entries(account.project?.defaults ?? {}).filter(([name]) => !(name in parsed.options))
  if (left.length === 0) return { ...parsed, defaults: NONE }
  try {
    const defaults = parseDefaults(Object.fromEntries(left))
    requireFeatures(defaults.options, account)
    return { ...parsed, defaults }
  } catch (error) {
    throw blameProject(error)
  }
}

/** The caller learns whose options they are that cannot be: nobody finds them in the request. */
export function blameProject(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  const { code, message, details, cause } = error
  return new RenderError(code, {
    message: blamed(message),
    details: details?.map((each) => ({ ...each, message: blamed(each.message) })),
    cause,
  })
}

/** Sentences about defaults that do nothing, whatever is rendered. */
export function warningsOfProject(defaults: ParsedOptions, options: RenderOptions): string[] {
  const planned = Object.keys(defaults.options).filter((name) => stateOf(name as OptionName) === 'planned')
  return [
    ...warningsFor({ ...defaults, options: {} }, options),
    ...planned.map((name) => `"${name}" is not yet in effect.`),
  ].map(blamed)
}

function blamed(sentence: string): string {
  return `Of the project's defaults: ${sentence}`
}
