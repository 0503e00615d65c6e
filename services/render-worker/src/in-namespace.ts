import type { EgressProxySettings } from '@render/net'
import { describeCause, inheritedEnvironment, type Logger } from '@render/runtime'
import type { RenderWorkerConfig } from './config.ts'

/**
 * Calls `start` with a network namespace for browsers (`required`), without one (`off`), or with one and, when that fails,
 * without (`auto`); the failure is logged then.
 */
export async function inNamespace<T>(
  wanted: RenderWorkerConfig['NETWORK_NAMESPACE'],
  logger: Logger,
  start: (namespace?: EgressProxySettings['namespace']) => Promise<T>,
): Promise<T> {
  if (wanted === 'off') return start()
  try {
    return await start({ path: inheritedEnvironment().PATH })
  } catch (cause) {
    if (wanted === 'required') {
      const message = `NETWORK_NAMESPACE=required, but no browser starts in a network namespace: ${String(cause)}`
      throw new Error(message, { cause })
    }
    logger.warn({ cause: describeCause(cause) }, 'network namespace unavailable')
    return start()
  }
}
