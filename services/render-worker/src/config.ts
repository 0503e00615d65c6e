import { defaultBounds, defaultPageLimits, type Uplinks } from '@render/engine'
import {
  address,
  choice,
  count,
  json,
  list,
  port,
  secret,
  text,
  toggle,
  type readConfig,
} from '@render/runtime'
import type { SealingKeys } from '@render/vault'

/** Every environment variable that the worker reads. */
export const environment = {
  LOG_LEVEL: text({ default: 'info', desc: 'least severe level that is logged' }),
  METRICS_HOST: text({ default: '127.0.0.1', desc: 'address of the internal listener' }),
  METRICS_PORT: port({ default: 9091, desc: 'port of the internal listener' }),
  REDIS_URL: secret(address({ desc: 'address of the queue, as redis://:password@host:port' })),
  DEVELOPMENT_REDIS: toggle({ default: false, desc: '1 accepts a Redis that may lose renders' }),
  STORAGE_PATH: text({ desc: 'folder that artefacts are written to' }),
  MIN_FREE_DISK_PERCENT: count({
    default: 10,
    maximum: 100,
    desc: 'free disk where artefacts lie below which no renders are taken from the queue',
  }),
  ARTEFACT_DAYS: count({ default: 30, desc: 'whole days before which no sweep deletes an artefact' }),
  WORKER_PRIVATE_KEYS: secret(
    json<SealingKeys['privateKey'][]>({ desc: 'JSON array of the private JWKs that jobs are sealed to' }),
  ),
  EGRESS_ALLOW: list({ default: [], desc: 'CIDRs and host names allowed although they are not public' }),
  OWN_LISTENERS: list({
    default: [],
    desc: 'host:port of listeners of ours that stay denied inside EGRESS_ALLOW',
  }),
  SERVICE_PROXIES: secret(
    json<Uplinks['services']>({
      default: {},
      desc: 'JSON object of proxies that callers may name: {"name": ["[scheme://][user:password@]host:port"]}',
    }),
  ),
  POV_PROXIES: secret(
    json<Uplinks['vantagePoints']>({
      default: {},
      desc: 'JSON object of proxies by vantage point, "level" or "level/country" such as "geo/gb"',
    }),
  ),
  WEB_BOT_AUTH_KEY: secret(
    json<SealingKeys['privateKey']>({
      default: {},
      desc: 'private JWK (Ed25519) that requests are signed by; none when empty',
    }),
  ),
  WEB_BOT_AUTH_AGENT: address({
    default: '',
    desc: 'base address whose directory has the public key: that of the Render API',
  }),
  DNS_SERVERS: list({ default: [], desc: "name servers (address:port); the system's when empty" }),
  RENDER_QUEUE: text({
    default: '',
    desc: 'queue of renders that this worker serves; the default one when empty',
  }),
  ENGINE_VERSION: text({ default: 'stable', desc: 'what the build of the engine here is called' }),
  CHROMIUM_PATH: text({ default: '', desc: "the browser's binary; found by itself when empty" }),
  FULL_CHROMIUM_PATH: text({
    default: '',
    desc: 'binary for renders that ask for Chromium beside its headless shell; found by itself when empty',
  }),
  CHROME_PATH: text({
    default: '',
    desc: 'binary for renders that ask for Chrome; found by itself when empty',
  }),
  BROWSER_DISPLAY: text({
    default: '',
    desc: 'X display, such as :99, for renders that ask for a browser with a window; none when empty',
  }),
  CHROMIUM_SANDBOX: toggle({ default: true, desc: "off runs strangers' pages without a sandbox" }),
  CHROMIUM_UID: count({ default: 65_534, desc: 'user that the browser runs as when the worker is root' }),
  BROWSER_NICENESS: count({
    default: 10,
    maximum: 19,
    desc: 'how far browsers stand back behind all other processes of the machine; 0: not at all',
  }),
  NETWORK_NAMESPACE: choice({
    words: ['auto', 'required', 'off'],
    default: 'auto',
    desc: 'whether browsers have a network with the egress proxy in it and nothing else: auto where the machine allows it',
  }),
  MAX_PICTURE_PIXELS: count({
    default: defaultBounds.pixels,
    minimum: 1,
    desc: 'pixels of a picture at most',
  }),
  MAX_PICTURE_SIDE: count({
    default: defaultBounds.side,
    minimum: 1,
    desc: 'pixels of a side of it at most',
  }),
  MAX_PAGE_BYTES: count({
    default: defaultPageLimits.bytes,
    minimum: 1,
    desc: 'bytes that pass between a page and the network at most',
  }),
  MAX_PAGE_CONNECTIONS: count({
    default: defaultPageLimits.connections,
    minimum: 1,
    desc: 'connections that a page has at a time at most',
  }),
  MAX_PAGE_REQUESTS: count({
    default: defaultPageLimits.requests,
    minimum: 1,
    desc: 'requests that a page makes at most',
  }),
  MAX_REDIRECTS: count({
    default: defaultPageLimits.redirects,
    desc: 'redirects of a page that are followed at most',
  }),
  MAX_BODY_BYTES: count({
    default: defaultPageLimits.bodyBytes,
    minimum: 1,
    desc: 'bytes that one answer to a page has at most, unpacked',
  }),
  WATERMARK_FILE: text({
    default: '',
    desc: "picture that is put over others as the service's own mark; one of ours when empty",
  }),
  SLOTS: count({ default: 0, desc: 'renders at once at most; 0: eight per core, bounded by memory' }),
  ATTEMPT_TIMEOUT_MS: count({
    default: 120_000,
    minimum: 5000,
    maximum: 300_000,
    desc: 'most that one attempt at a render takes',
  }),
  DRAIN_MS: count({ default: 20_000, desc: 'at the stop, time for renders under way before they go back' }),
}

export type RenderWorkerConfig = ReturnType<typeof readConfig<typeof environment>>
