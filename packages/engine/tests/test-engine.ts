import { generateKeyPairSync } from 'node:crypto'
import { createEgress, createHttpClient, type EgressTunnel, type HttpClient } from '@render/net'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { fileTypes, IMAGE_FORMATS, readBody, type SideFacts, type SideOutput } from '@render/outputs'
import { keepForProcess } from '@render/testkit'
import {
  createEngine,
  createScratch,
  type Engine,
  type EngineEvent,
  type EngineSettings,
  type Rendered,
  type RenderRequest,
} from '../src/index.ts'
import { ALLOWED, shareTestProxy } from './test-proxy.ts'

/** A rendered picture with its bytes and facts. */
export interface RenderedPicture extends Rendered {
  body: Buffer
  contentType: string
  extension: string
  width: number
  height: number
  files: (SideFacts &
    Pick<SideOutput, 'upload' | 'suffix'> & { body: Buffer; contentType: string; extension: string })[]
}

export interface TestEngine extends Engine {
  /** Renders a picture with these options. */
  make(
    options: GivenOptions,
    more?: Partial<Omit<RenderRequest, 'options'>>,
    signal?: AbortSignal,
  ): Promise<RenderedPicture>
  /** Starts a render that pauses before its capture, for a minute by default, and resolves when it pauses. */
  pausing(
    options: GivenOptions,
    more?: Partial<Omit<RenderRequest, 'options'>>,
  ): Promise<{ rendering: Promise<RenderedPicture> }>
  /** The events of browsers so far. */
  events: EngineEvent[]
  /** The tunnels that are open: one for each tab. */
  tunnels: ReadonlySet<EgressTunnel>
  /** The operator's upstream proxies; empty until a test adds one. */
  upstreamProxies: { services: Record<string, string[]>; vantagePoints: Record<string, string[]> }
  /** Where requests of the engine's own go, by the origin that they are meant for. */
  moved: Map<string, string>
  /** Origins that never answer: their downloads are given up soon. */
  silent: Set<string>
  /** Returns the process ids of the running browsers. */
  browsers(): number[]
}

/** A page timeout for tests that wait until it is over. The shortest one of callers is longer; the engine takes any. */
export const SHORT_TIMEOUT_MS = 1500

/** The time limit of downloads from origins that never answer. */
const SILENCE_MS = 2500

/** The viewport of pictures that set none. Capturing and decoding 1280x1024 would double the CPU time of a small page. */
export const VIEWPORT = { width: 640, height: 512 }

const bot = generateKeyPairSync('ed25519')
/** The public key that verifies the engine's signatures. */
export const BOT_PUBLIC_KEY = bot.publicKey.export({ format: 'jwk' })

/**
 * Starts an engine with real browsers and without a spare; the sandbox is on unless `CHROMIUM_SANDBOX` is `off`. Its proxy is
 * the one of this process unless the settings have another.
 */
export async function startTestEngine(settings: Partial<EngineSettings> = {}): Promise<TestEngine> {
  const events: EngineEvent[] = []
  const upstreamProxies: TestEngine['upstreamProxies'] = { services: {}, vantagePoints: {} }
  const moved: TestEngine['moved'] = new Map()
  const silent: TestEngine['silent'] = new Set()
  const proxy = settings.proxy ?? (await shareTestProxy())
  const tunnels = new Set<EgressTunnel>()
  const engine = await createEngine({
    environment: process.env,
    chromiumPath: process.env.CHROMIUM_PATH || undefined,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    http: impatient(createHttpClient(createEgress({ allow: ALLOWED })), { moved, silent }),
    upstreamProxies,
    botKey: { key: bot.privateKey.export({ format: 'jwk' }), id: 'a', agent: 'https://agent.example' },
    log: (event) => events.push(event),
    keepsSpare: false,
    // The default of 50 would start several browsers in most test files.
    recycleAfterRenders: 1000,
    ...settings,
    proxy: keepTunnels(proxy, tunnels),
  })
  const make: TestEngine['make'] = async (options, more = {}, signal = new AbortController().signal) =>
    pictureOf(
      await engine.render(
        {
          options: toRenderOptions(resolveOptions({ ...viewportFor(options), ...options })),
          organisation: 'a',
          scratch: createScratch({ quotaBytes: 0 }),
          ...more,
        },
        signal,
      ),
    )
  return {
    ...engine,
    events,
    make,
    async pausing(options, more = {}) {
      const { promise: paused, resolve: onPause } = Promise.withResolvers<void>()
      const onStage = (name: string): void => void (name === 'delay-capture' && onPause())
      const rendering = make({ delay: 60_000, ...options }, { ...more, onStage })
      await Promise.race([paused, rendering.catch(() => undefined)])
      return { rendering }
    },
    tunnels,
    upstreamProxies,
    moved,
    silent,
    browsers() {
      const ended = new Set(events.flatMap((event) => (event.event === 'browser ended' ? [event.pid] : [])))
      return events.flatMap((event) =>
        event.event === 'browser started' && !ended.has(event.pid) ? [event.pid] : [],
      )
    },
  }
}

let shared: Promise<TestEngine> | undefined
let started: TestEngine | undefined
keepForProcess({
  async [Symbol.asyncDispose]() {
    const ending = shared
    shared = started = undefined
    await (await ending)?.[Symbol.asyncDispose]()
  },
})

/**
 * Returns the engine that the test files of this process share: to start one takes a second of CPU time. Disposing of it leaves
 * it running. Tests that look at browsers, end them or change settings start their own.
 */
export async function shareTestEngine(): Promise<TestEngine> {
  started = await (shared ??= startTestEngine())
  return { ...started, [Symbol.asyncDispose]: async () => {} }
}

/** Returns the process ids of the browsers of the engine that is shared, which a test file may find running. */
export function sharedBrowsers(): number[] {
  return started?.browsers() ?? []
}

function viewportFor({ format = 'png' }: GivenOptions): Partial<typeof VIEWPORT> {
  return (IMAGE_FORMATS as readonly string[]).includes(format) ? VIEWPORT : {}
}

/** Returns a proxy that keeps the set of its open tunnels. */
function keepTunnels(proxy: EngineSettings['proxy'], tunnels: Set<EgressTunnel>): EngineSettings['proxy'] {
  return {
    enter: proxy.enter,
    async openTunnel(limits, route) {
      const tunnel = await proxy.openTunnel(limits, route)
      const kept: EgressTunnel = {
        ...tunnel,
        async [Symbol.asyncDispose]() {
          tunnels.delete(kept)
          await tunnel[Symbol.asyncDispose]()
        },
      }
      tunnels.add(kept)
      return kept
    },
  }
}

/** Limits the time of downloads from silent origins, for which the engine has a fixed and longer limit. */
function impatient(
  http: HttpClient,
  { moved, silent }: Pick<TestEngine, 'moved' | 'silent'>,
): Pick<HttpClient, 'download' | 'request'> {
  return {
    download: (url, settings) =>
      http.download(url, silent.has(url.origin) ? { ...settings, timeoutMs: SILENCE_MS } : settings),
    request: (url, settings) =>
      http.request(new URL((moved.get(url.origin) ?? url.origin) + url.pathname + url.search), settings),
  }
}

async function pictureOf(rendered: Rendered): Promise<RenderedPicture> {
  const { format, body, facts } = rendered.main
  const files = rendered.sideOutputs.map(async ({ type, suffix, facts, ...file }) => {
    const own = {
      body: await readBody(file.body),
      suffix,
      extension: type,
      contentType: fileTypes[type].contentType,
    }
    return { ...facts, ...file, ...own }
  })
  return {
    ...rendered,
    body: await readBody(body),
    contentType: fileTypes[format].contentType,
    extension: format,
    width: facts.width!,
    height: facts.height!,
    files: await Promise.all(files),
  }
}

/** Returns a page for the `html` option from a style sheet and the body's markup. */
export function page(style: string, body = ''): string {
  return `<!doctype html><meta charset="utf-8"><style>body { margin: 0 } ${style}</style><body>${body}</body>`
}
