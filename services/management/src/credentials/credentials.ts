import type { StorageLocation, Vault } from '@render/vault'
import { invalidRequest } from '../api/api-error.ts'
import type { DatabaseClient } from '../database/database.ts'
import type { Credential, CredentialKind, Prisma } from '../generated/client.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'

/** A decrypted credential. */
export interface CredentialContent {
  name: string
  provider: string
  /** By field; unset fields are absent. */
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

export interface CredentialOwner {
  organisationId: string
  kind: CredentialKind
}

export type CredentialKey = CredentialOwner & { id: string }

export type ListedCredential = Credential & Record<'storageProjects' | 'llmProjects', { id: string }[]>

const PROJECTS = { select: { id: true }, orderBy: [...OLDEST_FIRST] }
const include = { storageProjects: PROJECTS, llmProjects: PROJECTS }

/** Lists the credentials of a kind, oldest first. */
export function listCredentials(
  { client }: DatabaseClient,
  owner: CredentialOwner,
): Promise<ListedCredential[]> {
  return client.credential.findMany({ where: { ...owner }, include, orderBy: [...OLDEST_FIRST] })
}

export function findCredential(
  { client }: DatabaseClient,
  key: CredentialKey,
): Promise<ListedCredential | null> {
  return client.credential.findUnique({ where: { ...key }, include })
}

/** Finds a credential and locks it until the transaction ends: others can neither change it nor assign it to a project. */
export async function lockCredential(
  { client }: DatabaseClient,
  key: CredentialKey,
): Promise<ListedCredential | null> {
  await client.$queryRaw`select id from credentials where id = ${key.id} for update`
  return findCredential({ client }, key)
}

export async function createCredential(
  { client }: DatabaseClient,
  vault: Vault,
  owner: CredentialOwner,
  content: CredentialContent,
): Promise<ListedCredential> {
  const row = { id: newId(owner.kind), ...owner }
  const data = { ...row, ...(await stored(vault, row, content)) }
  return client.credential.create({ data, include })
}

/**
 * Replaces a credential by the result of `edit`. Returns undefined when there is none.
 * @throws {ApiError} `BAD_REQUEST` with every secret that cannot be decrypted and is neither replaced nor removed.
 */
export async function updateCredential(
  { client }: DatabaseClient,
  vault: Vault,
  key: CredentialKey,
  edit: (former: CredentialContent) => CredentialContent,
): Promise<ListedCredential | undefined> {
  return client.$transaction(async (tx) => {
    const former = await lockCredential({ client: tx }, key)
    if (!former) return undefined
    // A secret that cannot be decrypted is edited as its hint, which is never stored.
    const hints = former.hints as Record<string, string>
    const content = edit(await openCredential(vault, former).catch(() => contentOf(former, hints)))
    const lost = Object.entries(content.secrets).filter(([field, secret]) => secret === hints[field])
    const message = 'must be sent again: the stored one cannot be decrypted'
    if (lost.length > 0) throw invalidRequest(lost.map(([field]) => ({ path: `body.${field}`, message })))
    const data = await stored(vault, key, content)
    return tx.credential.update({ where: { ...key }, data, include })
  })
}

/** Deletes a credential that is not assigned to any project; returns false when there is no such credential. */
export async function deleteUnusedCredential(
  { client }: DatabaseClient,
  key: CredentialKey,
): Promise<boolean> {
  const unused = { storageProjects: { none: {} }, llmProjects: { none: {} } }
  return (await client.credential.deleteMany({ where: { ...key, ...unused } })).count === 1
}

/** What is needed to decrypt a credential. */
export type StoredCredential = Pick<
  Credential,
  'id' | 'organisationId' | 'name' | 'provider' | 'settings' | 'sealed'
>

/** Decrypts a credential. */
export async function openCredential(vault: Vault, row: StoredCredential): Promise<CredentialContent> {
  const secrets = JSON.parse(await vault.open(row.sealed, placeOf(row))) as CredentialContent['secrets']
  return contentOf(row, secrets)
}

function contentOf(
  { name, provider, settings }: StoredCredential,
  secrets: CredentialContent['secrets'],
): CredentialContent {
  return { name, provider, settings: settings as CredentialContent['settings'], secrets }
}

/** Returns the last four characters of a secret; none of a short secret, of which they would reveal too much. */
export function hintOf(secret: string): string {
  const MIN_LENGTH = 16
  return secret.length < MIN_LENGTH ? '…' : `…${secret.slice(-4)}`
}

async function stored(
  vault: Vault,
  row: Pick<Credential, 'id' | 'organisationId'>,
  { name, provider, settings, secrets }: CredentialContent,
) {
  const hints = Object.entries(secrets).map(([field, secret]) => [field, hintOf(secret)])
  return {
    name,
    provider,
    settings: settings as Prisma.InputJsonObject,
    hints: Object.fromEntries(hints) as Record<string, string>,
    sealed: await vault.seal(JSON.stringify(secrets), placeOf(row)),
  }
}

function placeOf({ id, organisationId }: Pick<Credential, 'id' | 'organisationId'>): StorageLocation {
  return { organisationId, table: 'credentials', rowId: id }
}
