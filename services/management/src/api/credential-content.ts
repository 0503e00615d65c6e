import { hintOf, type CredentialContent } from '../credentials.ts'
import type { Complaint } from './api-error.ts'
import type { CredentialType } from './credential-types.ts'
import { refusal } from './refuse.ts'

/**
 * What a credential is after a change: null takes a field away, a secret as it is shown stays what it was.
 * @throws {ApiError} `BAD_REQUEST` with all that a provider lacks then, all that cannot be, and all secrets that would go
 *   elsewhere without being known to the caller.
 */
export function editCredential(
  type: CredentialType,
  former: CredentialContent,
  change: Record<string, unknown>,
): CredentialContent {
  const { name, provider, settings, secrets } = former
  const content = {
    name: (change.name ?? name) as string,
    provider,
    settings: overlay(settings, change, type.settings),
    secrets: overlay(secrets, withoutHints(change, secrets), type.secrets),
  }
  const complaints = [
    ...lacking(type, content),
    ...type.faults(content),
    ...carriedOff(type, former, content, change),
  ]
  if (complaints.length > 0) throw refusal(complaints)
  return content
}

/** The fields that there are once some are changed. */
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

/** Complaints about fields without which a provider cannot be used. */
function lacking({ needs }: CredentialType, { provider, settings, secrets }: CredentialContent): Complaint[] {
  const given = { ...settings, ...secrets }
  return needs(provider)
    .filter((group) => !group.some((field) => field in given))
    .map(([field, ...others]) => {
      const or = others.map((other) => ` (or "${other}")`).join('')
      return { path: `body.${field}`, message: `is required${or} of the provider ${provider}` }
    })
}

/** Complaints about secrets that stay while their address changes: whoever has the new one could read them there. */
function carriedOff(
  { addresses }: CredentialType,
  former: CredentialContent,
  { settings, secrets }: CredentialContent,
  change: Record<string, unknown>,
): Complaint[] {
  const moved = addresses.find((field) => settings[field] !== former.settings[field])
  if (moved === undefined) return []
  return Object.keys(secrets)
    .filter((field) => change[field] !== secrets[field])
    .map((field) => ({ path: `body.${field}`, message: `has to be sent again where "${moved}" changes` }))
}
