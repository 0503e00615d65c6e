import { randomUUIDv7 } from 'node:crypto'
import type { Place, Vault } from '@render/vault'
import type { Database } from './database.ts'
import type { Credential, CredentialKind, Prisma } from './generated/client.ts'
import { OLDEST_FIRST } from './list-order.ts'

/** What somebody says of a credential. */
export interface CredentialContent {
  name: string
  provider: string
  /** By field; a field that is not there is none. */
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

export interface CredentialOwner {
  organisationId: string
  kind: CredentialKind
}

export type CredentialPlace = CredentialOwner & { id: string }

export type ListedCredential = Credential & Record<'storageProjects' | 'llmProjects', { id: string }[]>

type Client = Pick<Database, 'client'>

const PREFIXES = { storage: 'store', llm: 'llm' } as const satisfies Record<CredentialKind, string>

const PROJECTS = { select: { id: true }, orderBy: [...OLDEST_FIRST] }
const include = { storageProjects: PROJECTS, llmProjects: PROJECTS }

/** All credentials of a kind, the oldest first. */
export function listCredentials({ client }: Client, owner: CredentialOwner): Promise<ListedCredential[]> {
  return client.credential.findMany({ where: { ...owner }, include, orderBy: [...OLDEST_FIRST] })
}

export function findCredential({ client }: Client, place: CredentialPlace): Promise<ListedCredential | null> {
  return client.credential.findUnique({ where: { ...place }, include })
}

/** The same; until the transaction ends, nobody else changes it, or has a project use it. */
export async function holdCredential(
  { client }: Client,
  place: CredentialPlace,
): Promise<ListedCredential | null> {
  await client.$queryRaw`select id from credentials where id = ${place.id} for update`
  return findCredential({ client }, place)
}

export async function createCredential(
  { client }: Client,
  vault: Vault,
  owner: CredentialOwner,
  content: CredentialContent,
): Promise<ListedCredential> {
  const row = { id: `${PREFIXES[owner.kind]}_${randomUUIDv7()}`, ...owner }
  const data = { ...row, ...(await stored(vault, row, content)) }
  return client.credential.create({ data, include })
}

/** Puts in place of what a credential was what `edit` makes of it. Undefined when there is none. */
export async function changeCredential(
  { client }: Client,
  vault: Vault,
  place: CredentialPlace,
  edit: (former: CredentialContent) => CredentialContent,
): Promise<ListedCredential | undefined> {
  return client.$transaction(async (tx) => {
    const former = await holdCredential({ client: tx }, place)
    if (!former) return undefined
    const data = await stored(vault, place, edit(await openCredential(vault, former)))
    return tx.credential.update({ where: { ...place }, data, include })
  })
}

/** Deletes a credential that no project uses; false when there is no such one. */
export async function deleteUnusedCredential({ client }: Client, place: CredentialPlace): Promise<boolean> {
  const unused = { storageProjects: { none: {} }, llmProjects: { none: {} } }
  return (await client.credential.deleteMany({ where: { ...place, ...unused } })).count === 1
}

/** A credential with its secrets in clear. */
export async function openCredential(vault: Vault, row: Credential): Promise<CredentialContent> {
  const { name, provider } = row
  const settings = row.settings as CredentialContent['settings']
  const secrets = JSON.parse(await vault.open(row.sealed, placeOf(row))) as CredentialContent['secrets']
  return { name, provider, settings, secrets }
}

/** How a secret is shown: short ones would be half told by their end. */
export function hintOf(secret: string): string {
  const LONG = 16
  return secret.length < LONG ? '…' : `…${secret.slice(-4)}`
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

function placeOf({ id, organisationId }: Pick<Credential, 'id' | 'organisationId'>): Place {
  return { organisationId, table: 'credentials', rowId: id }
}
