interface KnownListeners {
  /** `host:port` each, as the operator names them. */
  configured: readonly string[]
  /** The listeners of this process. */
  local: readonly { host: string; port: number }[]
  /** URLs of our own services that this process calls. */
  peers: readonly string[]
}

const DEFAULT_PORTS: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'redis:': '6379',
  'rediss:': '6379',
  'postgres:': '5432',
  'postgresql:': '5432',
}

/** Returns `host:port` of all our own listeners in a configuration, in the form that `createEgress` takes. */
export function ownListeners({ configured, local, peers }: KnownListeners): string[] {
  return [
    ...configured,
    ...local.map(({ host, port }) => `${host}:${port}`),
    ...peers.map(listenerOf).filter((entry) => entry !== undefined),
  ]
}

/** Returns undefined for the path of a socket. */
function listenerOf(url: string): string | undefined {
  const { hostname, port, protocol } = new URL(url)
  return hostname ? `${hostname}:${port || DEFAULT_PORTS[protocol]}` : undefined
}
