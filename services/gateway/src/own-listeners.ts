import type { GatewayConfig } from './config.ts'

const DEFAULT_PORTS: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'redis:': '6379',
  'rediss:': '6379',
}

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
    ...[REDIS_URL, MANAGEMENT_INTERNAL_URL].map(hostAndPort),
  ].filter((entry) => entry !== undefined)
}

/** Undefined for what has no host, such as a socket's path. */
function hostAndPort(address: string): string | undefined {
  const { hostname, port, protocol } = new URL(address)
  return hostname ? `${hostname}:${port || DEFAULT_PORTS[protocol]}` : undefined
}
