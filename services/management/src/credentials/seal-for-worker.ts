import type { WorkerSecrets } from '@render/jobs'
import type { Logger } from '@render/runtime'
import type { Seal, Vault } from '@render/vault'
import { openProxies, type StoredProxy } from './proxy-pools.ts'

/** A project's stored secrets that workers need. */
interface StoredSecrets {
  projectId: string
  proxies: readonly StoredProxy[]
}

/** Encrypts a project's secrets to the workers, so that no service in between can read them; undefined without secrets. */
export type SealForWorker = (stored: StoredSecrets) => Promise<string | undefined>

interface Parts {
  vault: Vault
  sealToWorkers: Seal
  logger: Pick<Logger, 'error'>
}

export function createSealForWorker({ vault, sealToWorkers, logger }: Parts): SealForWorker {
  return async ({ projectId, proxies }) => {
    if (proxies.length === 0) return undefined
    try {
      const secrets: WorkerSecrets = { proxies: await openProxies(vault, proxies) }
      return sealToWorkers(secrets, { projectId })
    } catch (err) {
      // Renders without a proxy must still work.
      logger.error({ err, alert: 'proxies-lost' }, 'stored proxies cannot be decrypted')
      return undefined
    }
  }
}
