import type { EgressProxySettings } from '@render/net'
import { inheritedEnvironment, type Logger } from '@render/runtime'
import type { RenderWorkerConfig } from './config.ts'
import { describeCause } from './describe-cause.ts'

/**
 * Starts something whose browsers have a network of their own: always, never, or where that works (`auto`) and otherwise
 * without, telling the log why.
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
      const message = `No browser runs in a network namespace (NETWORK_NAMESPACE=required): ${String(cause)}`
      throw new Error(message, { cause })
    }
    const message = 'no network namespace: the egress proxy alone keeps browsers from the network'
    logger.warn({ cause: describeCause(cause) }, message)
    return start()
  }
}
