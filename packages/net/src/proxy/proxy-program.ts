// The egress proxy's process: the only one that opens connections for pages. It runs no code of theirs; its parent
// opens and closes tunnels by messages.
import { createEgress, type Egress, type EgressSettings } from '../policy/egress-policy.ts'
import { listenInNamespace } from './listen-in-namespace.ts'
import { addressPerListener, portPerListener, type ListenerFactory } from './listener-factory.ts'
import type { Destination } from './socks.ts'
import { openSocksListener, type SocksListener, type TunnelLimits } from './socks-listener.ts'
import type { ProxyRoute } from './upstream-proxy.ts'

/** Settings that apply to all tunnels. */
export interface ProxySettings extends Omit<EgressSettings, 'query'> {
  /** Hosts that no tunnel connects to, nor to any host below them, unless it is permitted to. */
  forbidden?: readonly string[]
}

/** A message of the parent; each is answered by one `ProxyResponse` with the same `id`. `start` comes first. */
export type ProxyRequest = { id: number } & (
  | { type: 'start'; settings: ProxySettings; enter: readonly string[] }
  | { type: 'open'; limits: TunnelLimits; route?: ProxyRoute }
  | { type: 'branch'; url: string; route?: ProxyRoute }
  | { type: 'permit'; url: string; hosts: readonly string[] }
  | { type: 'closeConnections'; url: string }
  | { type: 'bytes'; url: string }
  | { type: 'refusal'; url: string; destination: Destination }
  | { type: 'close'; url: string }
  | { type: 'ping' }
)

/**
 * `value` is a listener's address, a count of bytes, or the reason for a refusal, depending on the request; `error` is the
 * message of one that failed.
 */
export type ProxyResponse = { id: number; value?: string | number; error?: string }

let egress: Egress
let forbidden: ReadonlySet<string>
/** A promise, so that requests sent right after `start` wait for it. */
let listenAt: Promise<ListenerFactory>
const listeners = new Map<string, SocksListener>()

process.on('message', (request: ProxyRequest) => {
  const answer = (response: Omit<ProxyResponse, 'id'>) => process.send!({ id: request.id, ...response })
  handle(request).then(
    (value) => answer({ value }),
    (error: unknown) => {
      // Ends the process, which is of no use then.
      if (request.type === 'start') throw error
      // Such as a listener for which no file descriptor is left: the other tunnels go on.
      answer({ error: String(error) })
    },
  )
})
// Without its parent the process would keep the tunnels open for ever.
process.on('disconnect', () => process.exit())

async function handle(request: ProxyRequest): Promise<ProxyResponse['value']> {
  switch (request.type) {
    case 'start':
      egress = createEgress(request.settings)
      forbidden = new Set(request.settings.forbidden)
      listenAt = listenerFactoryFor(request.enter)
      await listenAt
      return undefined
    case 'open': {
      const { limits, route } = request
      const listener = await openSocksListener(egress, limits, await listenAt, { forbidden, route })
      listeners.set(listener.url, listener)
      return listener.url
    }
    case 'branch':
      return listeners.get(request.url)?.branch(request.route)
    case 'permit':
      listeners.get(request.url)?.permit(request.hosts)
      return undefined
    case 'closeConnections':
      listeners.get(request.url)?.closeConnections()
      return undefined
    case 'bytes':
      return listeners.get(request.url)?.bytes()
    case 'refusal':
      return listeners.get(request.url)?.refusalOf(request.destination)
    case 'close': {
      const listener = listeners.get(request.url)
      listeners.delete(request.url)
      await listener?.[Symbol.asyncDispose]()
      return listener?.bytes()
    }
    case 'ping':
      return undefined
  }
}

async function listenerFactoryFor(enter: readonly string[]): Promise<ListenerFactory> {
  return enter.length > 0 ? addressPerListener(await listenInNamespace(enter)) : portPerListener
}
