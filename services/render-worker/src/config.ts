import { defaultBounds, defaultPageLimits, type UpstreamProxies } from '@render/engine'
import { isObject } from '@render/options'
import { address, choice, count, isListOf, json, secret, text, toggle, type Values } from '@render/runtime'
import {
  baseVariables,
  callerStorageVariables,
  optionVariables,
  storageVariables,
  videoVariables,
} from '@render/service'
import { isPrivateKey, type SealingKeys } from '@render/vault'

/** The engine checks the addresses themselves. */
const PROXIES = {
  valid: 'a JSON object of lists of addresses',
  isValid: (value: unknown) =>
    isObject(value) &&
    Object.values(value).every((addresses) => isListOf(addresses, (each) => typeof each === 'string')),
}

/** All environment variables that the worker reads. */
export const environment = {
  ...baseVariables({ metricsPort: 9091 }),
  ...storageVariables,
  WORKER_PRIVATE_KEYS: secret(
    json<SealingKeys['privateKey'][]>({
      valid: 'a JSON array of private JWKs (X25519), at least one',
      isValid: (value) => isListOf(value, (key) => isPrivateKey(key, 'x25519')),
      desc: 'private keys that open sealed secrets of jobs, newest first',
    }),
  ),
  SERVICE_PROXIES: secret(
    json<UpstreamProxies['services']>({
      ...PROXIES,
      default: {},
      desc: 'proxies that callers may name: {"name": ["[scheme://][user:password@]host:port"]}',
    }),
  ),
  POV_PROXIES: secret(
    json<UpstreamProxies['vantagePoints']>({
      ...PROXIES,
      default: {},
      desc: 'proxies by vantage point, "level" or "level/country" such as "geo/gb"',
    }),
  ),
  WEB_BOT_AUTH_KEY: secret(
    json<SealingKeys['privateKey']>({
      valid: 'a private JWK (Ed25519), or {}',
      isValid: (value) => isPrivateKey(value, 'ed25519') || JSON.stringify(value) === '{}',
      default: {},
      desc: 'key that signs requests of pages; requests are not signed when empty',
    }),
  ),
  WEB_BOT_AUTH_AGENT: address({
    default: '',
    desc: 'base URL of the directory with the public key: that of the Render API; required with WEB_BOT_AUTH_KEY',
  }),
  ...callerStorageVariables,
  RENDER_QUEUE: text({
    default: '',
    desc: 'queue of renders that this worker serves; the default queue when empty',
  }),
  ENGINE_VERSION: text({ default: 'stable', desc: 'version of the engine that this worker reports' }),
  CHROMIUM_PATH: text({ default: '', desc: "path of Chromium's headless shell; searched for when empty" }),
  FULL_CHROMIUM_PATH: text({
    default: '',
    desc: 'path of Chromium for renders that request it in place of its headless shell; searched for when empty',
  }),
  CHROME_PATH: text({
    default: '',
    desc: 'path of Chrome for renders that request it; searched for when empty',
  }),
  FFMPEG_PATH: text({ default: '', desc: 'path of ffmpeg, which encodes videos; searched for when empty' }),
  BROWSER_DISPLAY: text({
    default: '',
    desc: 'X display, such as :99, for renders that request a browser with a window; none when empty',
  }),
  CHROMIUM_SANDBOX: toggle({
    default: true,
    desc: "Chromium's sandbox; off runs untrusted pages without it",
  }),
  CHROMIUM_UID: count({ default: 65_534, desc: 'user id of browsers when the worker runs as root' }),
  BROWSER_NICENESS: count({
    default: 10,
    maximum: 19,
    desc: 'niceness of browsers: how far they yield the CPU to other processes; 0: not at all',
  }),
  NETWORK_NAMESPACE: choice({
    words: ['auto', 'required', 'off'],
    default: 'auto',
    desc: 'browsers run in a network namespace that contains only the egress proxy; auto: if the machine allows it',
  }),
  MAX_PICTURE_PIXELS: count({
    default: defaultBounds.pixels,
    minimum: 1,
    desc: 'maximum number of pixels of an image',
  }),
  MAX_PICTURE_SIDE: count({
    default: defaultBounds.side,
    minimum: 1,
    desc: 'maximum width and height of an image, in pixels',
  }),
  ...videoVariables,
  MAX_VIDEO_MS: optionVariables.MAX_VIDEO_MS,
  PICTURE_MEMORY_MB: count({
    default: 0,
    desc: "megabytes for the pixels of large images in processing, all renders together; 0: an eighth of the machine's memory",
  }),
  MAX_PAGE_BYTES: count({
    default: defaultPageLimits.bytes,
    minimum: 1,
    desc: 'maximum number of bytes between a page and the network, in both directions together',
  }),
  MAX_PAGE_CONNECTIONS: count({
    default: defaultPageLimits.connections,
    minimum: 1,
    desc: 'maximum number of open connections of a page',
  }),
  MAX_PAGE_REQUESTS: count({
    default: defaultPageLimits.requests,
    minimum: 1,
    desc: 'maximum number of requests of a page',
  }),
  MAX_REDIRECTS: count({
    default: defaultPageLimits.redirects,
    desc: 'maximum number of redirects that a page follows',
  }),
  MAX_BODY_BYTES: count({
    default: defaultPageLimits.bodyBytes,
    minimum: 1,
    desc: 'maximum size of one response to a page, in bytes, decompressed',
  }),
  WATERMARK_FILE: text({
    default: '',
    desc: "image file of the service's own watermark; a built-in image when empty",
  }),
  SLOTS: count({
    default: 0,
    desc: 'maximum number of renders at the same time; 0: eight per core, bounded by memory',
  }),
  VIDEO_SLOTS: count({
    default: 0,
    desc: 'maximum number of videos at the same time, beside the other renders; 0: one for every two cores',
  }),
  ATTEMPT_TIMEOUT_MS: count({
    default: 120_000,
    minimum: 5000,
    maximum: 300_000,
    desc: 'maximum duration of one attempt at a render, in milliseconds; a video gets 150 more for each frame and 30 for each animation frame between them, up to 300000 in all',
  }),
  DRAIN_MS: count({
    default: 20_000,
    desc: 'time for running renders at shutdown, in milliseconds, before they return to the queue',
  }),
}

export type RenderWorkerConfig = Values<typeof environment>

/** Returns the paths of the programs that are set, by their names in the settings of the engine. */
export function programPaths(config: RenderWorkerConfig) {
  return {
    chromiumPath: config.CHROMIUM_PATH || undefined,
    fullChromiumPath: config.FULL_CHROMIUM_PATH || undefined,
    chromePath: config.CHROME_PATH || undefined,
    ffmpegPath: config.FFMPEG_PATH || undefined,
  }
}
