import type { Account } from '@render/directory'
import { RenderError } from '@render/errors'
import { stateOf, type BodyForm, type GivenOptions, type Options, type ParsedOptions } from '@render/options'
import { requireFeatures } from './require-features.ts'

/** What a request asks for. */
export interface AskedOptions extends ParsedOptions {
  /** The project's options, where the request itself says nothing. */
  defaults: GivenOptions
}

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
  if (left.length === 0) return { ...parsed, defaults: {} }
  try {
    const { options: defaults } = parseDefaults(Object.fromEntries(left))
    requireFeatures(defaults, account)
    return { ...parsed, defaults }
  } catch (error) {
    throw blameProject(error)
  }
}

/** The caller learns whose options they are that cannot be: nobody finds them in the request. */
export function blameProject(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  const blamed = (message: string) => `Of the project's defaults: ${message}`
  const { code, message, details, cause } = error
  return new RenderError(code, {
    message: blamed(message),
    details: details?.map((each) => ({ ...each, message: blamed(each.message) })),
    cause,
  })
}

/** Sentences about defaults that do nothing yet, whatever is rendered. */
export function warningsOfProject(defaults: GivenOptions): string[] {
  const names = Object.keys(defaults) as (keyof GivenOptions)[]
  return names
    .filter((name) => stateOf(name) === 'planned')
    .map((name) => `"${name}", a default of the project, is not yet in effect.`)
}
