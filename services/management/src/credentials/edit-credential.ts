import type { Egress } from '@render/net'
import { invalidRequest, type FieldError } from '../api/api-error.ts'
import type { CredentialType } from './credential-types.ts'
import { hintOf, type CredentialContent } from './credentials.ts'

/**
 * Applies a change to a credential: null removes a field, a secret sent as its hint keeps its value.
 * @throws {ApiError} `BAD_REQUEST` with every missing field, every invalid field, and every secret that has to be sent again
 *   because its address changes.
 */
export function editCredential(
  type: CredentialType,
  former: CredentialContent,
  sent: Record<string, unknown>,
  { isAllowed }: Pick<Egress, 'isAllowed'>,
): CredentialContent {
  const change = withoutAliases(type, sent)
  const { name, provider, settings, secrets } = former
  const content = {
    name: (change.name ?? name) as string,
    provider,
    settings: overlay(settings, change, type.settings),
    secrets: overlay(secrets, withoutHints(change, secrets), type.secrets),
  }
  const errors = [
    ...changedProvider(type, provider, sent),
    ...(type.mayBeIncomplete ? [] : missingFields(type, content)),
    ...type.validate(content, isAllowed),
    ...redirectedSecrets(type, former, content, change),
  ]
  if (errors.length > 0) throw invalidRequest(errors)
  return content
}

/** Returns the value of `type` for a provider; undefined for a kind of credentials that has none. */
export function typeOf({ types = {} }: Pick<CredentialType, 'types'>, provider: string): string | undefined {
  const entries = Object.entries(types)
  const own = entries.find(([, meant]) => meant === provider) ?? entries.find(([, meant]) => !meant)
  return own?.[0]
}

/**
 * Returns the provider of a new credential, also when only its `type` names it.
 * @throws {ApiError} `BAD_REQUEST` when there is none, or when both contradict each other.
 */
export function providerOf(
  { types = {} }: Pick<CredentialType, 'types'>,
  { provider, type }: { provider?: string; type?: unknown },
): string {
  const meant = typeof type === 'string' ? types[type] : undefined
  const found = provider ?? meant
  if (found === undefined) throw invalidRequest([{ path: 'body.provider', message: 'is required' }])
  const isOther = meant === undefined ? Object.values(types).includes(found) : meant !== found
  if (type !== undefined && isOther)
    throw invalidRequest([{ path: 'body.type', message: `must be that of the provider ${found}` }])
  return found
}

function withoutAliases(
  { aliases = {} }: CredentialType,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const twice = Object.entries(aliases).filter(
    ([alias, field]) => alias in sent && field in sent && sent[alias] !== sent[field],
  )
  if (twice.length > 0)
    throw invalidRequest(
      twice.map(([alias, field]) => ({
        path: `body.${alias}`,
        message: `is the same as "${field}": send one`,
      })),
    )
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [aliases[field] ?? field, value]))
}

/** Merges a change into the former fields and drops those that are null. */
function overlay<T>(
  former: Record<string, T>,
  change: Record<string, unknown>,
  fields: object,
): Record<string, T> {
  const merged = { ...former, ...change } as Record<string, T | null | undefined>
  const present = Object.keys(fields).filter((field) => merged[field] !== undefined && merged[field] !== null)
  return Object.fromEntries(present.map((field) => [field, merged[field]!]))
}

function withoutHints(
  change: Record<string, unknown>,
  secrets: Record<string, string>,
): Record<string, unknown> {
  const isHint = ([field, value]: [string, unknown]) => field in secrets && value === hintOf(secrets[field]!)
  return Object.fromEntries(Object.entries(change).filter((entry) => !isHint(entry)))
}

/** Returns an error for every field that the provider requires and the credential lacks. */
export function missingFields(
  { required }: Pick<CredentialType, 'required'>,
  { provider, settings, secrets }: Pick<CredentialContent, 'provider' | 'settings' | 'secrets'>,
): FieldError[] {
  const present = { ...settings, ...secrets }
  return required(provider)
    .filter((group) => !group.some((field) => field in present))
    .map(([field, ...others]) => {
      const or = others.map((other) => ` (or "${other}")`).join('')
      return { path: `body.${field}`, message: `is required${or} for the provider ${provider}` }
    })
}

/** Errors for another provider than that of the credential; a change may repeat it. */
function changedProvider(
  type: CredentialType,
  provider: string,
  { provider: sentProvider = provider, type: sentType = typeOf(type, provider) }: Record<string, unknown>,
): FieldError[] {
  const message = 'cannot be changed: create another credential'
  return [
    ...(sentProvider === provider ? [] : [{ path: 'body.provider', message }]),
    ...(sentType === typeOf(type, provider) ? [] : [{ path: 'body.type', message }]),
  ]
}

/** Errors for secrets that keep their value while their address changes: the new address could read them. */
function redirectedSecrets(
  { addresses }: CredentialType,
  former: CredentialContent,
  { settings, secrets }: CredentialContent,
  change: Record<string, unknown>,
): FieldError[] {
  const moved = addresses.find((field) => settings[field] !== former.settings[field])
  if (moved === undefined) return []
  return Object.keys(secrets)
    .filter((field) => change[field] !== secrets[field])
    .map((field) => ({ path: `body.${field}`, message: `must be sent again when "${moved}" changes` }))
}
