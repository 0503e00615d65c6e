import { listenerOf } from '@render/net'
import type { GatewayConfig } from './config.ts'

type Addresses = Pick<
  GatewayConfig,
  'HOST' | 'PORT' | 'METRICS_HOST' | 'METRICS_PORT' | 'REDIS_URL' | 'MANAGEMENT_INTERNAL_URL'
>

/** `host:port` of everything of ours that this process knows of: no render and no webhook may reach it. */
export function ownListeners(config: Addresses): string[] {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, REDIS_URL, MANAGEMENT_INTERNAL_URL } = config
  return [
    `${HOST}:${PORT}`,
    `${METRICS_HOST}:${METRICS_PORT}`,
    ...[REDIS_URL, MANAGEMENT_INTERNAL_URL].map(listenerOf),
  ].filter((entry) => entry !== undefined)
}
