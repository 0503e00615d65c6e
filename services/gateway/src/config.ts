import { address, count, json, list, port, secret, text, toggle, type readConfig } from '@render/runtime'
import type { SealingKeys } from '@render/vault'
import { limitVariables } from './limits.ts'
import { loadVariables } from './load-limits.ts'

type PublicKey = SealingKeys['publicKey']

/** Every environment variable that the gateway reads. */
export const environment = {
  LOG_LEVEL: text({ default: 'info', desc: 'least severe level that is logged' }),
  HOST: text({ default: '127.0.0.1', desc: 'address the Render API listens on' }),
  PORT: port({ default: 8080, desc: 'port the Render API listens on' }),
  METRICS_HOST: text({ default: '127.0.0.1', desc: 'address of the internal listener' }),
  METRICS_PORT: port({ default: 9090, desc: 'port of the internal listener' }),
  PUBLIC_URL: address({ desc: 'base of the addresses of the Render API in answers' }),
  ARTEFACT_URL: address({ default: '', desc: 'base of the addresses of artefacts; PUBLIC_URL when empty' }),
  TRUST_PROXY: list({
    default: [],
    desc: 'addresses of proxies that are believed who the client is, for the log; answers never depend on them',
  }),
  OLDER_HEADER_PREFIX: text({
    default: '',
    desc: 'prefix such as x-older that headers are sent under beside x-service; none when empty',
  }),
  REDIS_URL: secret(address({ desc: 'address of the queue, as redis://:password@host:port' })),
  DEVELOPMENT_REDIS: toggle({ default: false, desc: '1 accepts a Redis that may lose renders' }),
  STORAGE_PATH: text({ desc: 'folder that artefacts lie in' }),
  ARTEFACT_DAYS: count({ default: 30, desc: 'whole days that artefacts are kept' }),
  MANAGEMENT_INTERNAL_URL: address({ desc: "base of management's internal API" }),
  MANAGEMENT_TOKEN: secret(text({ desc: "token for management's internal API" })),
  ACCOUNT_TRUST_MINUTES: count({
    default: 60,
    minimum: 1,
    desc: 'minutes for which a known key is believed in while management cannot confirm it',
  }),
  WORKER_PUBLIC_KEY: json<PublicKey>({ desc: 'JWK that secrets for workers are sealed to' }),
  DISPATCHER_PUBLIC_KEY: json<PublicKey>({ desc: 'JWK that secrets for the dispatcher are sealed to' }),
  WEB_BOT_AUTH_PUBLIC_KEYS: json<PublicKey[]>({
    default: [],
    desc: 'JSON array of the public JWKs (Ed25519) that requests of workers are signed by',
  }),
  EGRESS_ALLOW: list({ default: [], desc: 'CIDRs and host names allowed although they are not public' }),
  OWN_LISTENERS: list({
    default: [],
    desc: 'host:port of listeners of ours that stay denied inside EGRESS_ALLOW',
  }),
  DNS_SERVERS: list({ default: [], desc: "name servers (address:port); the system's when empty" }),
  WEBHOOK_HTTPS_ONLY: toggle({ default: false, desc: '1 refuses a webhook_url that is not https' }),
  RENDER_QUEUES: list({ default: [], desc: 'queues of workers that callers may name as render_queue' }),
  REGIONS: list({ default: [], desc: 'regions: each is served by workers whose RENDER_QUEUE has its name' }),
  ENGINE_VERSIONS: list({
    default: ['stable'],
    desc: 'builds of the engine; all but the first are served by workers whose RENDER_QUEUE has their name',
  }),
  HEARTBEAT_SECONDS: count({
    default: 15,
    minimum: 1,
    desc: 'seconds after which a stream of events that is silent gets a comment',
  }),
  BODY_LIMIT_BYTES: count({ default: 10_485_760, desc: 'largest request body, inflated' }),
  ...limitVariables,
  ...loadVariables,
}

export type GatewayConfig = ReturnType<typeof readConfig<typeof environment>>
