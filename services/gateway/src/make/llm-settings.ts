import { ADDRESS_FIELDS, credentialOptions, requiredFields, SECRET_FIELDS } from '@render/llm'
import type { Account } from '@render/management-client'
import { RenderError } from '@render/errors'
import { mergeOptions, type GivenOptions, type OptionName, type ResolvedOptions } from '@render/options'
import { isSameAddress, settingsAsOptions } from './stored-credential.ts'

type Stored = NonNullable<NonNullable<Account['project']>['llm']>

export interface LlmSettings {
  /** The project's defaults over the settings of its credential. */
  defaults: GivenOptions
  /** The credential whose secrets are used; undefined when the request or the defaults have secrets of their own. */
  stored?: Stored
}

/** The settings of a credential, by the option that they stand for. */
const SETTINGS = {
  ...credentialOptions,
  model: 'llm_model',
  prompt: 'llm_prompt',
  systemPrompt: 'llm_system_prompt',
  output: 'llm_output',
  schema: 'llm_schema',
  maxTokens: 'llm_max_tokens',
  temperature: 'llm_temperature',
} as const satisfies Record<string, OptionName>

/**
 * Fills in the settings of the project's credential where neither request nor defaults have any, if it is for the same
 * provider.
 * @throws {RenderError} `InvalidOptions` for an address that is not that of the stored secrets.
 */
export function useLlmCredential(
  given: GivenOptions,
  defaults: GivenOptions,
  { project }: Pick<Account, 'project'>,
): LlmSettings {
  const own = mergeOptions(given, defaults)
  const stored = project?.llm
  if (!own.use_llm || !stored || !isFor(stored, own)) return { defaults }
  const settings = { provider: stored.provider, ...stored.settings }
  const filled = settingsAsOptions(settings, SETTINGS)
  const all = { ...filled, ...defaults }
  if (SECRET_FIELDS.some((field) => own[credentialOptions[field]])) return { defaults: all }
  for (const option of ADDRESS_FIELDS.map((field) => credentialOptions[field]))
    if (own[option] && !isSameAddress(own[option], filled[option])) throw foreignAddress(option)
  return { defaults: all, stored }
}

/** @throws {RenderError} `InvalidOptions` naming everything that a question lacks. */
export function requireLlmSettings(options: ResolvedOptions, stored: Stored | undefined): void {
  if (!options.use_llm) return
  const { llm_provider } = options
  const groups: OptionName[][] = [
    ['llm_provider'],
    ['llm_model'],
    ['llm_prompt'],
    ...(usesDeploymentUrls(options) ? [['llm_azure_api_version'] satisfies OptionName[]] : []),
    ...(llm_provider ? requiredFields(llm_provider) : []).flatMap((fields) =>
      fields.some((field) => stored?.secrets.includes(field))
        ? []
        : [fields.map((field) => credentialOptions[field as keyof typeof credentialOptions])],
    ),
  ]
  const missing = groups.filter((group) => !group.some((option) => options[option as keyof ResolvedOptions]))
  if (missing.length === 0) return
  const names = missing.map((group) => group.map((option) => `"${option}"`).join(' or '))
  const message = `"use_llm" needs ${names.join(', ')}, in the request or in the credential of the project.`
  const details = missing.map(([option]) => ({ option: option!, message }))
  throw new RenderError('InvalidOptions', { message, details })
}

/** Returns whether Azure's deployment URLs are used, which require an API version. */
function usesDeploymentUrls(options: ResolvedOptions): boolean {
  const { llm_provider, llm_azure_api_protocol, llm_azure_use_deployment_urls } = options
  return llm_azure_use_deployment_urls && llm_provider === 'azure' && llm_azure_api_protocol === 'openai'
}

/** A key without its provider is refused later. */
function isFor({ provider }: Stored, { llm_provider, llm_key }: GivenOptions): boolean {
  return llm_provider === undefined ? !llm_key : llm_provider === provider
}

function foreignAddress(option: OptionName): RenderError {
  const message = `"${option}" cannot be changed for the project's stored key: omit it, or also send a key.`
  return RenderError.forOption(option, message)
}
