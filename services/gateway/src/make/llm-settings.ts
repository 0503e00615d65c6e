import { ADDRESS_FIELDS, credentialOptions, requiredFields, SECRET_FIELDS } from '@render/llm'
import type { Account } from '@render/management-client'
import { RenderError } from '@render/errors'
import { mergeOptions, type GivenOptions, type OptionName, type ResolvedOptions } from '@render/options'
import { foreignAddress, otherAddress, settingsAsOptions } from './stored-credential.ts'

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

const ADDRESSES = ADDRESS_FIELDS.map((field) => credentialOptions[field])
const SECRETS: ReadonlySet<string> = new Set(SECRET_FIELDS.map((field) => credentialOptions[field]))

/**
 * Fills in the settings of the project's credential where neither request nor defaults have any, if it is for the same
 * provider.
 * @throws {RenderError} `InvalidOptions` for another address or provider than that of a stored secret, without a secret in the
 *   request.
 */
export function useLlmCredential(
  request: GivenOptions,
  defaults: GivenOptions,
  { project }: Pick<Account, 'project'>,
): LlmSettings {
  const requestOverDefaults = mergeOptions(request, defaults)
  if (!requestOverDefaults.use_llm) return { defaults }
  const stored = project?.llm && isFor(project.llm, requestOverDefaults) ? project.llm : undefined
  const fromCredential = stored
    ? settingsAsOptions({ provider: stored.provider, ...stored.settings }, SETTINGS)
    : {}
  const defaultsOverCredential = { ...fromCredential, ...defaults }
  if (hasSecrets(defaults)) {
    const storedWith = { ...fromCredential, ...project?.defaults }
    const option = otherDestination(mergeOptions(request, defaultsOverCredential), storedWith)
    if (!option) return { defaults: defaultsOverCredential }
    if (!hasSecrets(request)) throw foreignAddress(option, 'own key', 'a key')
    return { defaults: withoutSecrets(defaultsOverCredential) }
  }
  if (!stored || hasSecrets(request)) return { defaults: defaultsOverCredential }
  const option = otherDestination({ ...fromCredential, ...requestOverDefaults }, fromCredential)
  if (option) throw foreignAddress(option, 'own key', 'a key')
  return { defaults: defaultsOverCredential, stored }
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

/**
 * Returns the option with another provider or address than those that secrets are stored with. Secrets that are stored
 * without a provider are those of one that needs no name: others do not use them.
 */
function otherDestination(options: GivenOptions, storedWith: GivenOptions): OptionName | undefined {
  if (storedWith.llm_provider && options.llm_provider !== storedWith.llm_provider) return 'llm_provider'
  return otherAddress(options, storedWith, ADDRESSES)
}

function hasSecrets(options: GivenOptions): boolean {
  return Object.entries(options).some(([name, value]) => SECRETS.has(name) && value)
}

function withoutSecrets(options: GivenOptions): GivenOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !SECRETS.has(name)))
}

/** A key without its provider is refused later. */
function isFor({ provider }: Stored, { llm_provider, llm_key }: GivenOptions): boolean {
  return llm_provider === undefined ? !llm_key : llm_provider === provider
}
