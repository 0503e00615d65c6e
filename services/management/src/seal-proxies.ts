import type { Logger } from '@render/runtime'
import type { Seal, Vault } from '@render/vault'
import { openProxies, type StoredProxy } from './proxy-pools.ts'

/** Seals stored proxies to the workers: whoever carries them there cannot open them. Undefined when there are none. */
export type SealProxies = (rows: readonly StoredProxy[]) => Promise<string | undefined>

interface Parts {
  vault: Vault
  sealToWorkers: Seal
  logger: Pick<Logger, 'error'>
}

export function createSealProxies({ vault, sealToWorkers, logger }: Parts): SealProxies {
  return async (rows) => {
    if (rows.length === 0) return undefined
    try {
      return sealToWorkers(await openProxies(vault, rows))
    } catch (err) {
      // Renders that go through none must not suffer.
      logger.error({ err, alert: 'proxies-lost' }, 'stored proxies cannot be opened')
      return undefined
    }
  }
}
