import type { WorkerSecrets } from '@render/jobs'
import { ADDRESS_FIELDS } from '@render/llm'
import { describeCause, type Logger } from '@render/runtime'
import { s3Credential, azureCredential } from '@render/storage'
import type { Seal, Vault } from '@render/vault'
import { openCredential, type StoredCredential } from './credentials.ts'
import { openProxies, type StoredProxy } from './proxy-pools.ts'

/** A project's stored secrets that workers need. */
interface StoredSecrets {
  projectId: string
  proxies: readonly StoredProxy[]
  llm: StoredCredential | null
  storage: StoredCredential | null
}

/** Encrypts a project's secrets to the workers, so that no service in between can read them; undefined without secrets. */
export type SealForWorker = (stored: StoredSecrets) => Promise<string | undefined>

interface Parts {
  vault: Vault
  sealToWorkers: Seal
  logger: Pick<Logger, 'error'>
}

export function createSealForWorker({ vault, sealToWorkers, logger }: Parts): SealForWorker {
  return async ({ projectId, proxies, llm, storage }) => {
    const secrets: WorkerSecrets = {
      ...(proxies.length > 0 && { proxies: await orLost(projectId, 'proxies', openProxies(vault, proxies)) }),
      ...(llm && { llm: await orLost(projectId, 'llm credential', openWith(vault, llm, ADDRESS_FIELDS)) }),
      ...(storage && {
        storage: await orLost(projectId, 'storage credential', openWith(vault, storage, STORE_FIELDS)),
      }),
    }
    const isEmpty = Object.values(secrets).every((secret) => secret === undefined)
    return isEmpty ? undefined : sealToWorkers(secrets, { projectId })
  }

  /** Renders that do not need a secret must still work when it cannot be decrypted. */
  async function orLost<T>(projectId: string, name: string, opening: Promise<T>): Promise<T | undefined> {
    try {
      return await opening
    } catch (error) {
      const alert = `${name.replace(' ', '-')}-lost`
      logger.error({ alert, projectId, cause: describeCause(error) }, `stored ${name} cannot be decrypted`)
      return undefined
    }
  }
}

/** The region is part of the address of some providers. */
const STORE_FIELDS = [...s3Credential.addresses, 'region', ...azureCredential.addresses]

/** Returns the secrets of a credential with the settings that decide where they may be sent. */
async function openWith(
  vault: Vault,
  row: StoredCredential,
  fields: readonly string[],
): Promise<{ provider: string } & Record<string, string>> {
  const { provider, settings, secrets } = await openCredential(vault, row)
  const address = fields.filter((field) => field in settings)
  return {
    provider,
    ...Object.fromEntries(address.map((field) => [field, String(settings[field])])),
    ...secrets,
  }
}
