import { listenerOf } from '@render/net'
import type { GatewayConfig } from './config.ts'

type Addresses = Pick<
  GatewayConfig,
  | 'HOST'
  | 'PORT'
  | 'METRICS_HOST'
  | 'METRICS_PORT'
  | 'REDIS_URL'
  | 'MANAGEMENT_INTERNAL_URL'
  | 'OWN_LISTENERS'
>

/** `host:port` of what is ours, as the operator names it and as this process knows it: no render and no webhook may reach it. */
export function ownListeners(config: Addresses): string[] {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, REDIS_URL, MANAGEMENT_INTERNAL_URL, OWN_LISTENERS } = config
  return [
    ...OWN_LISTENERS,
    `${HOST}:${PORT}`,
    `${METRICS_HOST}:${METRICS_PORT}`,
    ...[REDIS_URL, MANAGEMENT_INTERNAL_URL].map(listenerOf),
  ].filter((entry) => entry !== undefined)
}
