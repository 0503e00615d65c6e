import { isIPv6 } from 'node:net'

/** Another proxy that connections go on through. */
export interface Uplink {
  protocol: 'http' | 'https' | 'socks5'
  host: string
  port: number
  /** Both empty when it asks for none. */
  user: string
  password: string
}

/** Which connections of a render go through another proxy. */
export interface Route {
  uplink: Uplink
  /** Named by the operator: its own address is not judged. */
  isTrusted: boolean
  /** Only these hosts and those below them; `*` stands for anything. All hosts when undefined. */
  hosts?: string[]
}

const PROTOCOLS: Record<string, Uplink['protocol']> = {
  http: 'http',
  https: 'https',
  socks: 'socks5',
  socks5: 'socks5',
  socks5h: 'socks5',
}

const FORM = /^(?:(\w+):\/\/)?(?:([^\s@/]*)@)?([^\s:@/[\]]+|\[[\da-f:.]+\]):(\d{1,5})\/?$/i

/** Reads `[scheme://][user:password@]host:port`, http without a scheme; undefined for what is no such proxy. */
export function parseUplink(address: string): Uplink | undefined {
  const [, scheme = 'http', credentials = '', host = '', portText] = FORM.exec(address.trim()) ?? []
  const protocol = PROTOCOLS[scheme.toLowerCase()]
  const port = Number(portText)
  if (!protocol || !(port > 0 && port < 65_536)) return undefined
  const [user = '', ...password] = credentials.split(':')
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return { protocol, host: bare, port, user: decode(user), password: decode(password.join(':')) }
}

/** What is dialled for a proxy, to be judged; undefined for what is no proxy. */
export function proxyAddress(text: string): URL | undefined {
  const uplink = parseUplink(text)
  if (!uplink) return undefined
  const { host, port } = uplink
  return URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`) ?? undefined
}

/** Whether connections to a host go through the other proxy. */
export function goesThrough({ hosts }: Route, host: string): boolean {
  return hosts === undefined || hosts.some((pattern) => patternOf(pattern).test(host.toLowerCase()))
}

function patternOf(text: string): RegExp {
  const parts = text.trim().toLowerCase().replace(/^\*\./, '').split('*')
  return new RegExp(`^(?:.*\\.)?${parts.map((part) => RegExp.escape(part)).join('.*')}$`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
