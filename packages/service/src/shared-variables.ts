// Environment variables that several services read, each declared once. A service spreads the groups that it needs.
import {
  address,
  choice,
  count,
  json,
  list,
  port,
  proxies,
  secret,
  serverUrl,
  text,
  toggle,
  type Values,
} from '@render/runtime'
import { isPublicKey, type SealingKeys } from '@render/vault'

/** Read by all services. `METRICS_PORT` is required without a default. */
export const baseVariables = ({ metricsPort }: { metricsPort?: number } = {}) => ({
  LOG_LEVEL: choice({
    words: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    desc: 'minimum level of log entries',
  }),
  METRICS_HOST: text({
    default: '127.0.0.1',
    desc: 'address of the metrics listener with /health, /ready and /metrics',
  }),
  METRICS_PORT: port({
    default: metricsPort,
    desc: 'port of the metrics listener with /health, /ready and /metrics',
  }),
  REDIS_URL: secret(
    serverUrl({
      starts: ['redis://', 'rediss://', 'unix:'],
      desc: 'Redis, as redis://user:password@host:port; rediss:// connects with TLS',
    }),
  ),
  DEVELOPMENT_REDIS: toggle({
    default: false,
    desc: 'accept a Redis that can lose renders: without an append-only file or maxmemory, or with eviction',
  }),
  EGRESS_ALLOW: list({
    default: [],
    desc: 'CIDRs, IP addresses and host names that may be reached although they are not public',
  }),
  OWN_LISTENERS: list({
    default: [],
    desc: 'host:port of our own listeners, which stay denied even if EGRESS_ALLOW covers them',
  }),
  HOST_ADDRESSES: list({
    default: [],
    desc: 'further IP addresses of this machine that its interfaces do not list, such as the host of a container; denied unless EGRESS_ALLOW contains them',
  }),
  DNS_SERVERS: list({
    default: [],
    desc: "DNS servers for the host names of callers and pages (address:port); the system's when empty",
  }),
})

export type BaseConfig = Values<ReturnType<typeof baseVariables>>

/** Read by services with a public API. `PORT` is required without a default. */
export const publicListenerVariables = ({ port: defaultPort }: { port?: number } = {}) => ({
  HOST: text({ default: '127.0.0.1', desc: 'address that the public API listens on' }),
  PORT: port({ default: defaultPort, desc: 'port that the public API listens on' }),
  TRUST_PROXY: proxies({
    default: [],
    desc: 'addresses of proxies whose X-Forwarded-For is trusted, for the log and rate limits; responses never depend on it',
  }),
  MAX_CONNECTIONS: count({
    default: 10_000,
    minimum: 1,
    desc: 'open connections to the public API above which new ones are closed at once',
  }),
  LAME_DUCK_MS: count({
    default: 1000,
    maximum: 5000,
    desc: 'milliseconds for which a stopping service still accepts requests, until load balancers have seen that it is not ready',
  }),
})

/** Read by clients of management's internal API. */
export const managementVariables = {
  MANAGEMENT_INTERNAL_URL: address({ desc: "base URL of management's internal API" }),
  MANAGEMENT_TOKEN: secret(text({ desc: "token for management's internal API" })),
}

/** Read by services that send our own headers. */
export const headerVariables = {
  OLDER_HEADER_PREFIX: text({
    default: '',
    desc: 'second prefix, such as x-older, under which all x-service headers are also sent; none when empty',
  }),
}

/** Read by services that accept or contact webhook receivers. */
export const receiverVariables = {
  WEBHOOK_HTTPS_ONLY: toggle({
    default: false,
    desc: 'accept and contact only https receivers of webhooks; the same for all services',
  }),
}

/** Read by services that give URLs of artefacts; required without a default. */
export const artefactUrl = (settings: { default?: string } = {}) =>
  address({
    ...settings,
    desc: 'base URL of artefacts in responses and webhooks; when empty, the gateway uses PUBLIC_URL',
  })

/** Read by services that read or write records of renders. */
export const recordVariables = {
  RECORD_DAYS: count({
    default: 60,
    minimum: 1,
    desc: 'days that records of renders and of deliveries are kept, the same for all services',
  }),
}

/** Read by services that accept or make videos. */
export const videoVariables = {
  MAX_VIDEO_WIDTH: count({
    default: 1920,
    minimum: 2,
    desc: 'maximum width of a video, in pixels, the same for all services',
  }),
  MAX_VIDEO_HEIGHT: count({
    default: 1080,
    minimum: 2,
    desc: 'maximum height of a video, in pixels, the same for all services',
  }),
  MAX_VIDEO_FRAMES: count({
    default: 1800,
    minimum: 1,
    desc: 'maximum number of frames of a video, the same for all services',
  }),
}

/** Read by services that write to stores of callers. */
export const callerStorageVariables = {
  AZURE_BLOB_ENDPOINT: address({
    default: 'https://{account}.blob.core.windows.net',
    desc: 'base URL of the Azure storage accounts of callers, with the placeholder {account}, the same for all services',
  }),
}

const PUBLIC_KEY = {
  valid: 'a public JWK (X25519)',
  isValid: (value: unknown) => isPublicKey(value, 'x25519'),
}

/** Read by services that seal values for others. */
export const sealingVariables = {
  WORKER_PUBLIC_KEY: json<SealingKeys['publicKey']>({
    ...PUBLIC_KEY,
    desc: 'key that secrets for workers are sealed to',
  }),
  DISPATCHER_PUBLIC_KEY: json<SealingKeys['publicKey']>({
    ...PUBLIC_KEY,
    desc: 'key that secrets for the webhook dispatcher are sealed to',
  }),
}
