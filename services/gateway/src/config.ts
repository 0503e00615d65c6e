import { REDIRECT_SECONDS } from '@render/options'
import { address, count, json, list, secret, text, type Values } from '@render/runtime'
import {
  artefactUrl,
  baseVariables,
  headerVariables,
  managementVariables,
  optionVariables,
  publicListenerVariables,
  receiverVariables,
  recordVariables,
  sealingVariables,
  storageVariables,
  videoVariables,
} from '@render/service'
import { isPublicKey, type SealingKeys } from '@render/vault'
import { bodyVariables } from './body-limits.ts'
import { loadVariables } from './load-limits.ts'

/** All environment variables that the gateway reads. */
export const environment = {
  ...baseVariables({ metricsPort: 9090 }),
  ...publicListenerVariables({ port: 8080 }),
  PUBLIC_URL: address({ desc: 'base URL of the Render API in responses' }),
  ARTEFACT_URL: artefactUrl({ default: '' }),
  ...headerVariables,
  ...storageVariables,
  ...recordVariables,
  ...managementVariables,
  IDEMPOTENCY_SECRET: secret(
    text({
      default: '',
      desc: 'key of the digests of idempotency keys and links, and of answers with secure_mode, the same for all gateways; when empty, MANAGEMENT_TOKEN',
    }),
  ),
  ACCOUNT_TRUST_MINUTES: count({
    default: 60,
    minimum: 1,
    desc: 'minutes for which a cached key is accepted while management cannot be reached',
  }),
  ...sealingVariables,
  WEB_BOT_AUTH_PUBLIC_KEYS: json<SealingKeys['publicKey'][]>({
    valid: 'a JSON array of public JWKs (Ed25519)',
    isValid: (value) => Array.isArray(value) && value.every((key) => isPublicKey(key, 'ed25519')),
    default: [],
    desc: 'public keys that requests of workers are signed with',
  }),
  ...receiverVariables,
  RENDER_QUEUES: list({ default: [], desc: 'names of worker queues that callers may give as render_queue' }),
  REGIONS: list({ default: [], desc: 'regions, each served by workers whose RENDER_QUEUE has its name' }),
  ENGINE_VERSIONS: list({
    default: ['stable'],
    desc: 'versions of the engine; all but the first are served by workers whose RENDER_QUEUE has their name',
  }),
  HEARTBEAT_SECONDS: count({
    default: 15,
    minimum: 1,
    desc: 'seconds of silence after which an event stream gets a comment',
  }),
  SYNC_DRAIN_MS: count({
    default: 20_000,
    maximum: 20_000,
    desc: 'milliseconds for which synchronous requests of a stopping gateway still wait for their renders, before they are redirected to another gateway',
  }),
  SYNC_REDIRECT_SECONDS: count({
    ...REDIRECT_SECONDS,
    minimum: 1,
    desc: 'default of redirect_after; must be less than the time for which proxies in front of the gateway wait for an answer',
  }),
  UNKNOWN_PER_MINUTE: count({
    default: 300,
    desc: 'unknown ids and keys per minute of one client address, before it is refused; 0: no limit',
  }),
  LINK_RENDERS_PER_MINUTE: count({
    default: 300,
    desc: 'renders per minute that links make for one client address, before it is refused; 0: no limit',
  }),
  MAX_EVENT_STREAMS: count({ default: 1000, minimum: 1, desc: 'event streams that may be open at once' }),
  MAX_PROJECT_STREAMS: count({
    default: 100,
    minimum: 1,
    desc: 'event streams of one project that may be open at once',
  }),
  BODY_LIMIT_BYTES: count({
    default: 10_485_760,
    minimum: 1,
    desc: 'maximum size of a request body, decompressed',
  }),
  ...optionVariables,
  ...bodyVariables,
  ...videoVariables,
  ...loadVariables,
}

export type GatewayConfig = Values<typeof environment>
