import { isIPv6 } from 'node:net'
import { decodePart } from '../client/decode-part.ts'
import { createHostGlob } from '../names/glob.ts'

/** A proxy of a caller or the operator that connections go through. */
export interface UpstreamProxy {
  protocol: 'http' | 'https' | 'socks5'
  host: string
  port: number
  /** User and password are empty when the proxy needs none. */
  user: string
  password: string
}

/** The connections of a render that go through an upstream proxy. */
export interface ProxyRoute {
  upstream: UpstreamProxy
  /** True for proxies of the operator, whose own addresses are not checked. */
  isTrusted: boolean
  /** Only these hosts and those below them; `*` matches any characters. All hosts when undefined. */
  hosts?: string[]
}

const PROTOCOLS: Record<string, UpstreamProxy['protocol']> = {
  http: 'http',
  https: 'https',
  socks: 'socks5',
  socks5: 'socks5',
  socks5h: 'socks5',
}

const FORM = /^(?:(\w+):\/\/)?(?:([^\s@/]*)@)?([^\s:@/[\]]+|\[[\da-f:.]+\]):(\d{1,5})\/?$/i

/** Parses `[scheme://][user:password@]host:port`, with http as default scheme; returns undefined for other texts. */
export function parseUpstreamProxy(address: string): UpstreamProxy | undefined {
  const [, scheme = 'http', credentials = '', host = '', portText] = FORM.exec(address.trim()) ?? []
  const protocol = PROTOCOLS[scheme.toLowerCase()]
  const port = Number(portText)
  if (!protocol || !(port > 0 && port < 65_536)) return undefined
  const [user = '', ...password] = credentials.split(':')
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return { protocol, host: bare, port, user: decodePart(user), password: decodePart(password.join(':')) }
}

/** Returns the address of a proxy as a URL, to be checked; undefined if the text is not a proxy. */
export function proxyAddress(text: string): URL | undefined {
  const upstream = parseUpstreamProxy(text)
  if (!upstream) return undefined
  const { host, port } = upstream
  return URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`) ?? undefined
}

/** Returns whether connections to a host go through the upstream proxy. */
export function goesThrough({ hosts }: ProxyRoute, host: string): boolean {
  const name = host.toLowerCase()
  return hosts === undefined || hosts.some((pattern) => globOf(pattern)(name))
}

function globOf(pattern: string): (host: string) => boolean {
  return createHostGlob(pattern.trim().toLowerCase().replace(/^\*\./, ''))
}
