import type { LlmCredential } from '@render/llm'
import type { Vault } from '@render/vault'
import { findCredential, openCredential } from './credentials.ts'
import type { Database } from './database.ts'

/** What opens a language model, in clear; undefined when the organisation has no such credential. */
export async function findLlmCredential(
  database: Pick<Database, 'client'>,
  vault: Vault,
  place: { organisationId: string; id: string },
): Promise<LlmCredential | undefined> {
  const row = await findCredential(database, { ...place, kind: 'llm' })
  if (!row) return undefined
  const { provider, settings, secrets } = await openCredential(vault, row)
  return { provider, ...settings, ...secrets }
}
