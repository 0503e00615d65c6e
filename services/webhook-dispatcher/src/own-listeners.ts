import { listenerOf } from '@render/net'
import type { WebhookDispatcherConfig } from './config.ts'

type Addresses = Pick<
  WebhookDispatcherConfig,
  'METRICS_HOST' | 'METRICS_PORT' | 'REDIS_URL' | 'MANAGEMENT_INTERNAL_URL' | 'OWN_LISTENERS'
>

/** `host:port` of what is ours, as the operator names it and as this process knows it: no event may be sent there. */
export function ownListeners(config: Addresses): string[] {
  const { METRICS_HOST, METRICS_PORT, REDIS_URL, MANAGEMENT_INTERNAL_URL, OWN_LISTENERS } = config
  return [
    ...OWN_LISTENERS,
    `${METRICS_HOST}:${METRICS_PORT}`,
    ...[REDIS_URL, MANAGEMENT_INTERNAL_URL].map(listenerOf).filter((entry) => entry !== undefined),
  ]
}
