import { RenderError } from '@render/errors'
import type { Account } from '@render/management-client'
import { optionNamed, refuseCredentials, type Options } from '@render/options'
import { readOptions, type RequestedOptions } from '../intake/read-options.ts'
import type { LinkQuery } from './link-query.ts'

/**
 * Reads the options of a link from its decoded query and the format in its path. The answer is the file unless the link or
 * its project chooses another form.
 * @throws {RenderError} when an option is missing or refused.
 */
export function readLinkOptions(
  { format: formatOfQuery, ...query }: LinkQuery,
  format: string,
  account: Pick<Account, 'project' | 'plan'>,
  parser: Pick<Options, 'parseOptions' | 'parseDefaults'>,
): RequestedOptions {
  const names = new Set(Object.keys(query).map(optionNamed))
  if (!names.has('url') && !names.has('html')) throw new RenderError('NoUrlSupplied')
  const hasType = names.has('response_type') || account.project?.defaults?.response_type !== undefined
  const body = { ...query, format, ...(!hasType && { response_type: 'binary' }) }
  const requested = readOptions(body, account, parser, { isForm: true, isPublic: true })
  refuseCredentials(requested.options)
  if (!hasType && hasShorthand(requested)) delete requested.options.response_type
  const isOverridden =
    formatOfQuery !== undefined &&
    (typeof formatOfQuery !== 'string' || formatOfQuery.toLowerCase() !== format.toLowerCase())
  const warnings = isOverridden ? ['"format" in the query has no effect: the path names the format.'] : []
  return { ...requested, warnings: [...(requested.warnings ?? []), ...warnings] }
}

/** Returns whether `json` or `debug` chooses the form of the answer. */
function hasShorthand({ options, defaults }: RequestedOptions): boolean {
  const { json, debug } = { ...defaults.options, ...options }
  return json === true || debug === true
}
