import type { Account } from '@render/management-client'
import { RenderError } from '@render/errors'
import {
  ALL_FEATURES,
  missingFeature,
  warningsFor,
  type BodyForm,
  type GivenOptions,
  type Options,
  type ParsedOptions,
  type ResolvedOptions,
} from '@render/options'

/** The options of a request for one render. */
export interface RequestedOptions extends ParsedOptions {
  /** The project's defaults for options that the request does not set. */
  defaults: ParsedOptions
}

/** How the options were sent. */
interface Sent extends BodyForm {
  /** Whether everyone can read the answer, so that it must not name the plan. */
  isPublic?: boolean
}

const NONE: ParsedOptions = { options: {}, unknown: {}, ignored: [] }

/**
 * Reads the options of a request and the defaults of its project. Both must be within the operator's limits and the plan's
 * features.
 * @throws {RenderError} `InvalidOptions`, or `FeatureNotAvailableOnPlan`; about the request first, about the defaults when
 *   the request is right.
 */
export function readOptions(
  body: Record<string, unknown>,
  account: Pick<Account, 'project' | 'plan'>,
  { parseOptions, parseDefaults }: Pick<Options, 'parseOptions' | 'parseDefaults'>,
  sent: Sent = {},
): RequestedOptions {
  const parsed = parseOptions(body, sent)
  requireFeatures(parsed.options, account, sent)
  const unset = Object.entries(account.project?.defaults ?? {}).filter(([name]) => !(name in parsed.options))
  if (unset.length === 0) return { ...parsed, defaults: NONE }
  try {
    const defaults = parseDefaults(Object.fromEntries(unset))
    requireFeatures(defaults.options, account, sent)
    return { ...parsed, defaults }
  } catch (error) {
    throw attributeToDefaults(error)
  }
}

/** Makes the messages of an error name the project's defaults, since the caller does not find the option in the request. */
export function attributeToDefaults(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  const { code, message, details, cause } = error
  return new RenderError(code, {
    message: inDefaults(message),
    details: details?.map((each) => ({ ...each, message: inDefaults(each.message) })),
    cause,
  })
}

/**
 * Runs a check of a request merged with its project's defaults. Attributes an error to the defaults when the request alone
 * passes the check and the error names no option of the request.
 */
export function withAttribution<T>(given: object, check: () => T, checkAlone: () => unknown): T {
  try {
    return check()
  } catch (error) {
    throw !isAbout(given, error) && passes(checkAlone) ? attributeToDefaults(error) : error
  }
}

/** Returns warnings about defaults that have no effect for this render. */
export function warningsOfDefaults(defaults: ParsedOptions, options: ResolvedOptions): string[] {
  return warningsFor({ ...defaults, options: {} }, options).map(inDefaults)
}

function isAbout(given: object, error: unknown): boolean {
  return (
    error instanceof RenderError &&
    !!error.details?.some(({ option }) => option !== undefined && option in given)
  )
}

function passes(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

function inDefaults(message: string): string {
  return `In the project's defaults: ${message}`
}

function requireFeatures(
  options: GivenOptions,
  { plan }: Pick<Account, 'plan'>,
  { isPublic = false }: Sent,
): void {
  const missing = missingFeature(options, plan?.features ?? [ALL_FEATURES])
  if (!missing) return
  const { option, feature } = missing
  const value = option === 'format' ? ` ${options.format}` : ''
  const name = isPublic ? '' : ` "${plan!.name}"`
  throw RenderError.forOption(
    option,
    `"${option}"${value} needs the feature "${feature}", which the plan${name} does not have.`,
    'FeatureNotAvailableOnPlan',
  )
}
