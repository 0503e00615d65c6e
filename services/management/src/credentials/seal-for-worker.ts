import type { WorkerSecrets } from '@render/jobs'
import { ADDRESS_FIELDS } from '@render/llm'
import type { Logger } from '@render/runtime'
import type { Seal, Vault } from '@render/vault'
import { openCredential, type StoredCredential } from './credentials.ts'
import { openProxies, type StoredProxy } from './proxy-pools.ts'

/** A project's stored secrets that workers need. */
interface StoredSecrets {
  projectId: string
  proxies: readonly StoredProxy[]
  llm: StoredCredential | null
}

/** Encrypts a project's secrets to the workers, so that no service in between can read them; undefined without secrets. */
export type SealForWorker = (stored: StoredSecrets) => Promise<string | undefined>

interface Parts {
  vault: Vault
  sealToWorkers: Seal
  logger: Pick<Logger, 'error'>
}

export function createSealForWorker({ vault, sealToWorkers, logger }: Parts): SealForWorker {
  return async ({ projectId, proxies, llm }) => {
    const secrets: WorkerSecrets = {
      ...(proxies.length > 0 && { proxies: await orLost('proxies', openProxies(vault, proxies)) }),
      ...(llm && { llm: await orLost('llm credential', openLlm(vault, llm)) }),
    }
    const isEmpty = Object.values(secrets).every((secret) => secret === undefined)
    return isEmpty ? undefined : sealToWorkers(secrets, { projectId })
  }

  /** Renders that do not need a secret must still work when it cannot be decrypted. */
  async function orLost<T>(name: string, opening: Promise<T>): Promise<T | undefined> {
    try {
      return await opening
    } catch (err) {
      logger.error({ err, alert: `${name.replace(' ', '-')}-lost` }, `stored ${name} cannot be decrypted`)
      return undefined
    }
  }
}

/** Returns the secrets of a credential with the address that they may be sent to. */
async function openLlm(vault: Vault, row: StoredCredential): Promise<WorkerSecrets['llm']> {
  const { provider, settings, secrets } = await openCredential(vault, row)
  const address = ADDRESS_FIELDS.filter((field) => field in settings)
  return {
    provider,
    ...Object.fromEntries(address.map((field) => [field, String(settings[field])])),
    ...secrets,
  }
}
