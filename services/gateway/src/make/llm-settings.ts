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

const ADDRESSES = ADDRESS_FIELDS.map((field) => credentialOptions[field])
const SECRETS: ReadonlySet<string> = new Set(SECRET_FIELDS.map((field) => credentialOptions[field]))

/**
 * Fills in the settings of the project's credential where neither request nor defaults have any, if it is for the same
 * provider. Secrets of the defaults and of the credential go only to the address that is stored with them: `defaults` lacks
 * what the request names, so they are compared with all of the project's.
 * @throws {RenderError} `InvalidOptions` for another address or provider without a secret in the request.
 */
export function useLlmCredential(
  given: GivenOptions,
  defaults: GivenOptions,
  { project }: Pick<Account, 'project'>,
): LlmSettings {
  const own = mergeOptions(given, defaults)
  if (!own.use_llm) return { defaults }
  const stored = project?.llm && isFor(project.llm, own) ? project.llm : undefined
  const filled = stored ? settingsAsOptions({ provider: stored.provider, ...stored.settings }, SETTINGS) : {}
  const known = { ...filled, ...defaults }
  if (hasSecrets(defaults)) {
    const option = otherAddress(mergeOptions(given, known), { ...filled, ...project?.defaults })
    if (!option) return { defaults: known }
    if (!hasSecrets(given)) throw foreignAddress(option)
    return { defaults: withoutSecrets(known) }
  }
  if (!stored || hasSecrets(given)) return { defaults: known }
  const option = otherAddress({ ...filled, ...own }, filled)
  if (option) throw foreignAddress(option)
  return { defaults: known, stored }
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
 * Returns the option with another address than secrets are stored with. Secrets that are stored without a provider are those
 * of one that needs no name: others do not use them.
 */
function otherAddress(options: GivenOptions, known: GivenOptions): OptionName | undefined {
  if (known.llm_provider && options.llm_provider !== known.llm_provider) return 'llm_provider'
  return ADDRESSES.find(
    (name) => options[name] !== known[name] && !isSameAddress(options[name] ?? '', known[name]),
  )
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

function foreignAddress(option: OptionName): RenderError {
  const message = `"${option}" cannot be changed for the project's own key: omit it, or also send a key.`
  return RenderError.forOption(option, message)
}
