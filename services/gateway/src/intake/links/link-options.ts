import { RenderError } from '@render/errors'
import type { Account } from '@render/management-client'
import { optionNamed, type OptionName, type Options } from '@render/options'
import { readOptions, type RequestedOptions } from '../read-options.ts'

/** Options with a password to somebody else's service, which a link would show to everyone who sees it. */
const CREDENTIALS: ReadonlySet<string> = new Set<OptionName>([
  's3_key',
  's3_secret',
  's3_presigned_url',
  's3_presigned_url_html',
  's3_presigned_url_mhtml',
  's3_presigned_url_markdown',
  's3_presigned_url_metadata',
  's3_presigned_url_resource_info',
  'azure_sas_token',
  'llm_key',
  'llm_aws_access_key_id',
  'llm_aws_secret_access_key',
  'llm_aws_session_token',
  'llm_gcp_service_account_json',
])

/** Options that choose the form of the answer. */
const FORM_OPTIONS = ['response_type', 'json', 'debug'] as const satisfies OptionName[]

/**
 * Reads the options of a link from its decoded query and the format in its path. The answer is the file unless the link or
 * its project chooses another form.
 * @throws {RenderError} when an option is missing or refused.
 */
export function readLinkOptions(
  { format: formatOfQuery, ...query }: Record<string, string | string[]>,
  format: string,
  account: Pick<Account, 'project' | 'plan'>,
  parser: Pick<Options, 'parseOptions' | 'parseDefaults'>,
): RequestedOptions {
  const names = new Set(Object.keys(query).map(optionNamed))
  if (!names.has('url') && !names.has('html')) throw new RenderError('NoUrlSupplied')
  refuseCredentials(names)
  const defaults = account.project?.defaults ?? {}
  const hasForm = FORM_OPTIONS.some((name) => names.has(name) || defaults[name] !== undefined)
  const body = { ...query, format, ...(!hasForm && { response_type: 'binary' }) }
  const requested = readOptions(body, account, parser, { isForm: true })
  const isOverridden =
    formatOfQuery !== undefined && String(formatOfQuery).toLowerCase() !== format.toLowerCase()
  const warnings = isOverridden ? ['"format" in the query has no effect: the path names the format.'] : []
  return { ...requested, warnings }
}

function refuseCredentials(names: ReadonlySet<OptionName | undefined>): void {
  const found = [...names].filter((name) => name !== undefined && CREDENTIALS.has(name))
  if (found.length === 0) return
  const details = found.map((option) => ({
    option: option!,
    message: `"${option}" belongs in a POST: everyone who sees a link can read it.`,
  }))
  throw new RenderError('InvalidOptions', {
    message: details.map(({ message }) => message).join(' '),
    details,
  })
}
