import { generateKeyPairSync } from 'node:crypto'
import { createEgress, createHttpClient, startEgressProxy, type EgressProxy } from '@render/net'
import { resolveOptions, type GivenOptions } from '@render/options'
import {
  createEngine,
  hostsOfMiners,
  type Engine,
  type EngineEvent,
  type EngineSettings,
  type Rendered,
  type RenderRequest,
} from '../src/index.ts'
import { namespace } from './networks.ts'

export interface TestEngine extends Engine {
  /** Renders what a request with these options asks for. */
  make(options: GivenOptions, more?: Partial<Omit<RenderRequest, 'options'>>): Promise<Rendered>
  /** Begins a render that pauses, for a minute unless its options say otherwise, and waits until it does. */
  pausing(
    options: GivenOptions,
    more?: Partial<Omit<RenderRequest, 'options'>>,
  ): Promise<{ rendering: Promise<Rendered> }>
  /** What happened to browsers so far. */
  events: EngineEvent[]
  /** Leads to 127.0.1.0/24, besides to what is public. */
  proxy: EgressProxy
  /** The operator's proxies: whoever tests with one puts it there. */
  uplinks: { services: Record<string, string[]>; vantagePoints: Record<string, string[]> }
  /** Process ids of the browsers that run now. */
  browsers(): number[]
}

const bot = generateKeyPairSync('ed25519')
/** By which the engine's signatures are verified. */
export const BOT_PUBLIC_KEY = bot.publicKey.export({ format: 'jwk' })

/** An engine with real browsers; the sandbox is on unless the machine's operator turned it off. */
export async function startTestEngine(settings: Partial<EngineSettings> = {}): Promise<TestEngine> {
  const events: EngineEvent[] = []
  const uplinks: TestEngine['uplinks'] = { services: {}, vantagePoints: {} }
  const policy = { allow: ['127.0.1.0/24'] }
  const proxy = await startEgressProxy({ ...policy, forbidden: await hostsOfMiners(), namespace })
  const engine = await createEngine({
    environment: process.env,
    chromiumPath: process.env.CHROMIUM_PATH || undefined,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    http: createHttpClient(createEgress(policy)),
    proxy,
    uplinks,
    botKey: { key: bot.privateKey.export({ format: 'jwk' }), id: 'a', agent: 'https://agent.example' },
    log: (event) => events.push(event),
    ...settings,
  }).catch(async (error: unknown) => {
    await proxy[Symbol.asyncDispose]()
    throw error
  })
  const make: TestEngine['make'] = (options, more = {}) =>
    engine.render(
      { options: resolveOptions(options), organisation: 'a', ...more },
      new AbortController().signal,
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
    proxy,
    uplinks,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
    browsers() {
      const ended = new Set(events.flatMap((event) => (event.event === 'browser ended' ? [event.pid] : [])))
      return events.flatMap((event) =>
        event.event === 'browser started' && !ended.has(event.pid) ? [event.pid] : [],
      )
    },
  }
}

/** A page for the `html` option: a style sheet and the body's markup. */
export function page(style: string, body = ''): string {
  return `<!doctype html><meta charset="utf-8"><style>body { margin: 0 } ${style}</style><body>${body}</body>`
}
